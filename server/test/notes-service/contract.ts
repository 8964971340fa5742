import { endpoint } from '@stoa/contract/endpoint'
import { settingsSection } from '@stoa/contract/settings-section'
import { z } from 'zod'

declare module '@stoa/contract/platform/permissions' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    'notes:clear': true
  }
}

/** The example service's section of a project's settings. */
export const notesSettings = settingsSection({
  name: 'notes',
  fields: {
    greeting: z.string().min(1).max(50),
    max_length: z.int().min(1).max(1000),
    passphrase: z.string().max(100),
  },
  defaults: { greeting: 'hello', max_length: 100, passphrase: '' },
  secrets: ['passphrase'],
  change: 'notes:clear',
})

const byRef = z.object({ ref: z.string() })

export const countNotes = endpoint({
  method: 'GET',
  path: '/platform/notes/{ref}/count',
  access: 'project:read',
  params: byRef,
  response: z.object({ count: z.int(), can_clear: z.boolean() }),
})

/** Needs no database, because it reads only the service's folder. */
export const listExports = endpoint({
  method: 'GET',
  path: '/platform/notes/{ref}/exports',
  access: 'project:read',
  params: byRef,
  response: z.array(z.string()),
})

export const clearNotes = endpoint({
  method: 'POST',
  path: '/platform/notes/{ref}/clear',
  access: 'notes:clear',
  params: byRef,
  response: z.object({}),
})
