import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ORDINARY } from './support/attack-server.ts'
import { findOrdinaryAccount } from './support/ordinary-account.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Without this, a poll gives up after a second, which a busy machine needs for one request.
  expect: { poll: { timeout: 20_000 } },
}

// One server for all files, with two organizations that must not learn anything about each other.
const attacks = {
  root,
  globalSetup: ['support/global-setup.ts', 'support/attack-server.ts'],
  fileParallelism: false,
  isolate: false,
  ...timeouts,
}

/** Tests that must also pass without root. */
const ordinaryAttacks = ['database-owner', 'files', 'tenant-folders']

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    // Node loads the modules as it does for the product.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        test: {
          name: 'conformance',
          root,
          include: ['conformance/**/*.test.ts'],
          exclude: ['conformance/data-api/**', '**/*.long.test.ts'],
          globalSetup: ['support/global-setup.ts'],
          // After the others, which run one file at a time.
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'data-api',
          root,
          include: ['conformance/data-api/*.test.ts'],
          // One server for all chapters, which only read or undo what they write.
          globalSetup: ['support/global-setup.ts', 'support/data-api-server.ts'],
          fileParallelism: false,
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          ...attacks,
          name: 'attacks',
          include: ['attacks/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
        },
      },
      // Started as an ordinary user, these are the attacks above.
      ...(findOrdinaryAccount()
        ? [
            {
              test: {
                ...attacks,
                name: ORDINARY,
                include: ordinaryAttacks.map((name) => `attacks/${name}.test.ts`),
              },
            },
          ]
        : []),
    ],
  },
})
