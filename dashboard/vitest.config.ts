import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { denoTypes } from './deno-types.ts'
import { grammarsWithoutEditor } from './grammars-without-editor.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [grammarsWithoutEditor(), denoTypes()],
  test: {
    name: 'dashboard',
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['test/setup.ts'],
    // The files share one jsdom and the packages they import, which cost ten times what the tests
    // do; Vitest still loads our own modules anew for each file.
    isolate: false,
    // With two workers, Vitest makes a new jsdom for each file, which costs more than it gains.
    maxWorkers: 1,
    unstubGlobals: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The contrast test reads the real tokens.
    css: { include: /tokens\.css/ },
  },
})
