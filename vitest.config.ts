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
          // The files of a worker share the packages they import, which costs a second of each
          // file; Vitest still loads our own modules anew for each.
          isolate: false,
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
