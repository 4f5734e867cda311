import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The server serves the built app from its own package, so that a wheel carries it.
const OUT = process.env['CROWNED_OUT'] ?? '../src/crowned/server/static';
const BACKEND = process.env['CROWNED_URL'] ?? 'http://127.0.0.1:8000';

/** Names every file of the app, for who wants to keep them all. */
function listed(): Plugin {
  return {
    name: 'listed',
    apply: 'build',
    closeBundle() {
      const files = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
      const kept = files.filter((name) => /\.(js|css|svg|png|woff2|webmanifest)$/.test(name) && name !== 'sw.js');
      writeFileSync(join(OUT, 'files.json'), JSON.stringify(kept.sort()));
    },
  };
}

/** Packs text files beside themselves once, instead of on every request. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const text = readFileSync(join(OUT, name));
        const small = gzipSync(text, { level: 9 });
        if (small.length < text.length * 0.9) writeFileSync(join(OUT, `${name}.gz`), small);
      }
    },
  };
}

/** The licence of the letters goes where the letters go. */
function fontLicence(): Plugin {
  const source = readFileSync('node_modules/@fontsource/source-serif-4/LICENSE', 'utf8');
  return {
    name: 'font-licence',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/fonts-OFL.txt', source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fontLicence(), packed(), listed()],
  // A web space may have the app in any folder.
  base: process.env['VITE_ALONE'] === '1' ? './' : '/',
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Inline data URIs and the preload polyfill would need exceptions in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: BACKEND }, '/ws': { target: BACKEND, ws: true } } },
  // Svelte's browser build, or components cannot be mounted in jsdom.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  // One page for all files: making a new one for each took ten times as long as the tests.
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], isolate: false },
});
