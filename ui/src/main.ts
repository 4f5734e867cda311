import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { browserLang, language } from './i18n/index.svelte';
import { connection } from './lib/connection.svelte';
import { router } from './lib/router.svelte';
import { session } from './lib/session.svelte';
import { applyLook, settings } from './lib/settings.svelte';
import { unlockSound } from './lib/sound';

applyLook();
await language.use(settings.lang || browserLang(navigator.languages));
router.listen();
connection.listen();
unlockSound();
void session.look();
mount(App, { target: document.getElementById('app')! });
