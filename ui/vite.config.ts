import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server serves the built app from its own package, so that a wheel carries it.
const OUT = '../src/crowned/server/static';
const BACKEND = process.env['CROWNED_URL'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Inline data URIs and the preload polyfill would need exceptions in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: BACKEND, ws: true } } },
  // Svelte's browser build, or components cannot be mounted in jsdom.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
});
