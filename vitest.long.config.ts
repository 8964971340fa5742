import { defineConfig } from 'vitest/config'

/** Floods, soaks and memory: `npm run test:long`. One file at a time, since they measure memory. */
export default defineConfig({
  test: {
    globalSetup: 'server/test/global-setup.ts',
    include: ['{contract,server,dashboard,scripts,e2e}/**/*.long.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 1,
    // Node loads the modules as it does for the product.
    experimental: { viteModuleRunner: false },
  },
})
