import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { NewPolicyDraft } from './policy-changes.ts'

export type PolicyTemplate = 'read' | 'read_own' | 'insert' | 'update' | 'delete'

type Wording = { name: string; title: string; description: string; needsOwner: boolean }

/** The usual policies. */
export const POLICY_TEMPLATES: Readonly<Record<PolicyTemplate, Wording>> = {
  read: {
    name: 'Everyone can read',
    title: 'Read for everyone',
    description: 'Anyone can read all rows, signed in or not.',
    needsOwner: false,
  },
  read_own: {
    name: 'Users can read their own rows',
    title: 'Read own rows',
    description: 'Signed-in users can read rows with their user ID.',
    needsOwner: true,
  },
  insert: {
    name: 'Signed-in users can insert',
    title: 'Insert for signed-in users',
    description: 'Signed-in users can insert rows.',
    needsOwner: false,
  },
  update: {
    name: 'Users can update their own rows',
    title: 'Update own rows',
    description:
      'Signed-in users can update rows with their user ID, if another policy lets them read these rows.',
    needsOwner: true,
  },
  delete: {
    name: 'Users can delete their own rows',
    title: 'Delete own rows',
    description:
      'Signed-in users can delete rows with their user ID, if another policy lets them read these rows.',
    needsOwner: true,
  },
}

/** The columns that can contain the ID of the user who owns a row, the likeliest first. */
export function ownerColumns({ columns }: Pick<TableDetail, 'columns'>): string[] {
  const isLikely = (name: string) => /user|owner|author|profile|account/i.test(name)
  return columns
    .filter(({ type }) => type === 'uuid')
    .map(({ name }) => name)
    .toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)))
}

type TemplateFields = {
  template: PolicyTemplate
  name: string
  /** The column with the user's ID, for templates about a user's own rows. */
  owner: string | undefined
}

/** The policy that a template creates. */
export function policyOf({ template, name, owner }: TemplateFields): NewPolicyDraft {
  const own = { template: 'own_rows', column: owner ?? '' } as const
  const signedIn = { name, roles: ['authenticated'] }
  switch (template) {
    case 'read':
      return { name, command: 'SELECT', roles: ['anon', 'authenticated'], using: 'true', check: '' }
    case 'read_own':
      return { ...signedIn, command: 'SELECT', using: own, check: '' }
    case 'insert':
      return { ...signedIn, command: 'INSERT', using: '', check: 'true' }
    case 'update':
      return { ...signedIn, command: 'UPDATE', using: own, check: own }
    case 'delete':
      return { ...signedIn, command: 'DELETE', using: own, check: '' }
  }
}
