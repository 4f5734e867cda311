/** Every look of the board on one page, for those who work on it: `npm run dev`, then /gallery/. */
import { mount } from 'svelte';
import { language } from '../src/i18n/index.svelte';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import '../src/styles/board.css';
import Gallery from './Gallery.svelte';

await language.use('en');
const query = new URLSearchParams(location.search);
for (const key of ['scheme', 'board']) if (query.has(key)) document.documentElement.dataset[key] = query.get(key)!;
mount(Gallery, { target: document.getElementById('app')! });
