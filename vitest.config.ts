import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          globalSetup: 'server/test/global-setup.ts',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.long.test.ts'],
          // Node loads the modules as it does for the product, once for all files of a worker.
          isolate: false,
          experimental: { viteModuleRunner: false },
          // After the dashboard, whose files run one at a time.
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      'dashboard/vitest.config.t[s]',
    ],
    maxWorkers: 2,
  },
})
