import { test as base } from '@playwright/test'
import { createOwner } from './account.ts'
import { discard, startServer, type StartedServer } from './server.ts'

/**
 * Playwright's `test` with a server that has an owner and that the files of a worker share. It
 * starts when a file first requests it.
 */
export const test = base.extend<object, { readonly installation: StartedServer }>({
  installation: [
    // The library finds what a fixture needs in the pattern of its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer()
      await createOwner(server)
      await use(server)
      await discard(server)
    },
    { scope: 'worker' },
  ],
})
