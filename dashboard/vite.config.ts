import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkRules } from './chunk-rules.ts'
import { denoTypes } from './deno-types.ts'
import { grammarsWithoutEditor } from './grammars-without-editor.ts'
import { sharedChunks } from './shared-chunks.ts'
import { zodWithoutJsonSchema } from './zod-without-json-schema.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const origin = process.env['STOA_ORIGIN'] ?? 'http://localhost:8000'
const proxied = ['/platform', '/auth', '/api', '/p/', '/monaco']

/** Asks for the text font with the document, so that text is drawn in it from the first paint. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }]
      },
    },
  }
}

/**
 * Asks for the routes with the document, except for the two pages that come without them. Otherwise
 * the entry chunk would have to run first.
 */
function preloadRoutes(): Plugin {
  return {
    name: 'preload-routes',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const routes = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'routes',
        )
        if (!routes) return []
        const children = `
          if (!/^\\/(sign-in|forgot-password)\\/?$/.test(location.pathname)) {
            const link = document.createElement('link')
            const href = '/${routes.fileName}'
            Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
            document.head.append(link)
          }`
        return [{ tag: 'script', attrs: { nonce: 'PAGE-NONCE' }, children, injectTo: 'head' }]
      },
    },
  }
}

/** Styles, and the two large files that many pages share. */
const PRELOADED = /\.css$|(?:^|\/)(?:more-parts|forms)-[^/]+\.js$/

/**
 * The files that a browser asks for together with a part of a page; it finds the others in the
 * part. The lists are in the code of the routes, which every page loads: with all files in them,
 * they were a third of it.
 */
const preloadedWith = (_part: string, files: string[]): string[] =>
  files.filter((file) => PRELOADED.test(file))

export default defineConfig({
  root,
  // The server puts a value of its own into each page that it sends.
  html: { cspNonce: 'PAGE-NONCE' },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // A loader is a file of its own, because it starts requests before its page has loaded.
        defaultBehavior: [['loader'], ['component'], ['errorComponent'], ['notFoundComponent']],
      },
      routesDirectory: `${root}src/routes`,
      generatedRouteTree: `${root}src/route-tree.gen.ts`,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
    preloadTextFont(),
    preloadRoutes(),
    grammarsWithoutEditor(),
    zodWithoutJsonSchema(),
    denoTypes(),
    chunkRules(),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: origin, ws: true }])),
  },
  resolve: {
    // React has this hook itself; the shim is for versions before 18.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 2048,
    // Every browser that runs this code preloads modules by itself.
    modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
    rolldownOptions: {
      output: {
        codeSplitting: sharedChunks(),
      },
    },
  },
})
