import type { PolicyCondition } from '@stoa/contract/services/meta/policy-conditions'
import type { NewPolicyDraft } from '../../../components/policies/policy-changes.ts'
import {
  OPERATIONS,
  type Operation,
  type StorageTable,
} from '@stoa/contract/services/storage/policy-operations'

export type TemplateFields = {
  /** The bucket; null for policies on buckets and on the files of all buckets. */
  bucket: string | null
  folder: string
  fileType: string
}

export type StorageTemplate = {
  id: string
  title: string
  description: string
  /** The name of the policy. */
  name: string
  operations: readonly Operation[]
  roles: RolesChoice
  /** The field that the template needs in addition to the bucket. */
  field?: 'folder' | 'fileType'
  condition: (fields: TemplateFields) => PolicyCondition
}

/** Who a policy is for. */
export const ROLES = {
  everyone: { label: 'Everyone', roles: ['anon', 'authenticated'] },
  authenticated: { label: 'Signed-in users', roles: ['authenticated'] },
  anon: { label: 'Users who are not signed in', roles: ['anon'] },
} as const
export type RolesChoice = keyof typeof ROLES

const inBucket = ({ bucket }: TemplateFields): PolicyCondition => ({
  template: 'bucket_files',
  bucket,
})

/** The usual policies for files. */
const OBJECT_TEMPLATES: readonly StorageTemplate[] = [
  {
    id: 'public-read',
    title: 'Everyone can read',
    description: 'Anyone can list and download the files, signed in or not.',
    name: 'Everyone can read',
    operations: ['SELECT'],
    roles: 'everyone',
    condition: inBucket,
  },
  {
    id: 'signed-in',
    title: 'Signed-in users can read and upload',
    description: 'Every signed-in user can read all files and upload new ones.',
    name: 'Signed-in users can read and upload',
    operations: ['SELECT', 'INSERT'],
    roles: 'authenticated',
    condition: inBucket,
  },
  {
    id: 'own-folder',
    title: 'Users own a folder',
    description: 'Each user manages the files in the folder that is named after their user ID.',
    name: 'Users manage their own folder',
    operations: OPERATIONS,
    roles: 'authenticated',
    condition: ({ bucket }) => ({ template: 'own_folder', bucket }),
  },
  {
    id: 'one-folder',
    title: 'One folder',
    description: 'Access to a single folder and the folders in it.',
    name: 'Everyone can read one folder',
    operations: ['SELECT'],
    roles: 'everyone',
    field: 'folder',
    condition: ({ bucket, folder }) => ({ template: 'one_folder', bucket, folder }),
  },
  {
    id: 'file-type',
    title: 'One file type',
    description: 'Access to files whose names end with an extension, such as jpg.',
    name: 'Everyone can upload one file type',
    operations: ['INSERT'],
    roles: 'everyone',
    field: 'fileType',
    condition: ({ bucket, fileType }) => ({ template: 'file_type', bucket, file_type: fileType }),
  },
]

/** The usual policies for the buckets themselves. */
const BUCKET_TEMPLATES: readonly StorageTemplate[] = [
  {
    id: 'list-buckets',
    title: 'Signed-in users can list buckets',
    description: 'Every signed-in user can read the names and settings of all buckets.',
    name: 'Signed-in users can list buckets',
    operations: ['SELECT'],
    roles: 'authenticated',
    condition: () => 'true',
  },
  {
    id: 'create-buckets',
    title: 'Signed-in users can create private buckets',
    description: 'Every signed-in user can create buckets, but none that are public.',
    name: 'Signed-in users can create private buckets',
    operations: ['INSERT'],
    roles: 'authenticated',
    condition: () => 'not public',
  },
]

export const templatesOf = (table: StorageTable): readonly StorageTemplate[] =>
  table === 'objects' ? OBJECT_TEMPLATES : BUCKET_TEMPLATES

/** In bytes; Postgres truncates longer names. The longest suffix is ` 99 (select)`. */
const MOST_BYTES = 63 - 12
const BYTES = new TextEncoder()

/**
 * A name for a template's policies that no policy of the table has. It contains the bucket's name,
 * as far as it fits, because names are unique in the whole table.
 */
export function suggestedName(
  template: Pick<StorageTemplate, 'name'>,
  bucket: string | undefined,
  taken: readonly string[],
): string {
  let base = template.name
  for (const character of bucket === undefined ? '' : ` in ${bucket}`) {
    if (BYTES.encode(base + character).length > MOST_BYTES) break
    base += character
  }
  const isTaken = (name: string) =>
    taken.some((other) => other === name || other.startsWith(`${name} (`))
  let name = base
  for (let count = 2; isTaken(name); count += 1) name = `${base} ${count}`
  return name
}

type StoragePolicies = {
  name: string
  operations: readonly Operation[]
  roles: readonly string[]
  condition: PolicyCondition
}

/**
 * The policies that allow these operations: one policy for a single operation or for all of them,
 * otherwise one per operation, because a Postgres policy covers one operation or all.
 */
export function policiesFor({
  name,
  operations,
  roles,
  condition,
}: StoragePolicies): NewPolicyDraft[] {
  const [first] = operations
  if (first === undefined) return []
  const shared = { roles, using: condition, check: condition }
  if (operations.length === OPERATIONS.length) return [{ ...shared, name, command: 'ALL' }]
  if (operations.length === 1) return [{ ...shared, name, command: first }]
  return operations.map((command) => ({
    ...shared,
    name: `${name} (${command.toLowerCase()})`,
    command,
  }))
}
