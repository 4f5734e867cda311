import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The notebook's board: one ES module without a file beside it, as anywidget loads it.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: 'injected' } })],
  publicDir: false,
  build: {
    outDir: '../src/crowned/notebook/static',
    emptyOutDir: true,
    target: 'es2022',
    // Vite leaves a library's blanks to whoever bundles it; nobody does here.
    rolldownOptions: { output: { minify: true } },
    lib: { entry: 'widget/index.ts', formats: ['es'], fileName: () => 'widget.js' },
  },
});
