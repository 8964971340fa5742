import { createHash } from 'node:crypto'
import { MAX_FUNCTION_SECRETS } from '@stoa/contract/services/functions/members'
import { AppError } from '../../../lib/errors.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { StoredProject } from '../../../project/project.ts'
import type { Records, SecretRecord } from '../versions/records.ts'

type ProjectHandle = Pick<StoredProject, 'ref' | 'folder'>

export type SecretDigest = {
  readonly name: string
  /** SHA-256 of the value, as hexadecimal digits. */
  readonly digest: string
  readonly updatedAt: number
}

/** The secrets that functions get as environment variables, encrypted in the records. */
export type Secrets = {
  values(place: ProjectHandle): Promise<Readonly<Record<string, string>>>
  /** Sorted by name. */
  list(place: ProjectHandle): Promise<readonly SecretDigest[]>
  /** Adds and replaces, all or none. Throws 400 `invalid_secret` or 422 `too_many_secrets`. */
  set(place: ProjectHandle, given: readonly { name: string; value: string }[]): Promise<void>
  /** Encrypts the secrets of one project for a copy of it. */
  forCopy(from: string, to: string, secrets: readonly SecretRecord[]): readonly SecretRecord[]
  /** Unknown names are ignored. */
  remove(place: ProjectHandle, names: readonly string[]): Promise<void>
}

type SecretsDeps = {
  readonly box: SecretBox
  readonly now: () => number
  readonly read: (place: ProjectHandle) => Promise<Records>
  readonly change: (
    place: ProjectHandle,
    decide: (records: Records) => readonly [Records, undefined],
  ) => Promise<undefined>
  /** Called after every change. */
  readonly changed: (ref: string) => void
}

const MAX_NAME_LENGTH = 256
const MAX_VALUE_LENGTH = 24_576
/** Reserved names, besides those that begin with `SUPABASE_`. */
const SET_BY_PLATFORM = new Set(['SB_REGION', 'SB_EXECUTION_ID', 'DENO_DEPLOYMENT_ID'])

export function createSecrets({ box, now, read, change, changed }: SecretsDeps): Secrets {
  const contextOf = (ref: string, name: string) => `${ref}/${name}`
  const open = (ref: string, { name, sealed }: SecretRecord) =>
    box.open(Buffer.from(sealed, 'base64'), contextOf(ref, name))
  return {
    async values(place) {
      const { secrets } = await read(place)
      return Object.fromEntries(secrets.map((secret) => [secret.name, open(place.ref, secret)]))
    },
    async list(place) {
      const { secrets } = await read(place)
      return secrets
        .map((secret) => ({
          name: secret.name,
          // Computed here, because a stored digest of a short value reveals it.
          digest: createHash('sha256').update(open(place.ref, secret)).digest('hex'),
          updatedAt: secret.updatedAt,
        }))
        .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    },
    async set(place, given) {
      for (const secret of given) check(secret)
      await change(place, (records) => {
        const secrets = new Map(records.secrets.map((secret) => [secret.name, secret]))
        for (const { name, value } of given) {
          const sealed = box.seal(value, contextOf(place.ref, name)).toString('base64')
          secrets.set(name, { name, sealed, updatedAt: now() })
        }
        if (secrets.size > MAX_FUNCTION_SECRETS) throw tooMany()
        return [{ ...records, secrets: [...secrets.values()] }, undefined]
      })
      changed(place.ref)
    },
    forCopy: (from, to, secrets) =>
      secrets.map((secret) => ({
        ...secret,
        sealed: box.seal(open(from, secret), contextOf(to, secret.name)).toString('base64'),
      })),
    async remove(place, names) {
      await change(place, (records) => {
        const secrets = records.secrets.filter(({ name }) => !names.includes(name))
        return [{ ...records, secrets }, undefined]
      })
      changed(place.ref)
    },
  }
}

function check({ name, value }: { name: string; value: string }): void {
  if (name.length > MAX_NAME_LENGTH || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw invalid(
      'The name of a secret begins with a letter or "_" and contains letters, digits and "_".',
      `Use up to ${MAX_NAME_LENGTH} characters.`,
    )
  if (name.startsWith('SUPABASE_'))
    throw invalid(
      'Names of secrets cannot begin with "SUPABASE_".',
      'Functions get variables with this prefix from the platform. Use another name.',
    )
  if (SET_BY_PLATFORM.has(name))
    throw invalid(
      `Functions get the variable ${name} from the platform.`,
      'Use another name for the secret.',
    )
  if (value.length > MAX_VALUE_LENGTH || value.includes('\u0000'))
    throw invalid(
      `The value of ${name} is too long or contains a null character.`,
      `Use up to ${MAX_VALUE_LENGTH} characters.`,
    )
}

const invalid = (message: string, hint: string) =>
  new AppError('invalid_secret', message, { status: 400, hint })

const tooMany = () =>
  new AppError('too_many_secrets', `A project has at most ${MAX_FUNCTION_SECRETS} secrets.`, {
    status: 422,
    hint: 'Remove a secret that is no longer used.',
  })
