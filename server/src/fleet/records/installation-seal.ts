import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { requireNoProjects } from '../../postgres/data-folder/checks.ts'

/** The purpose and context of the box; changing them would make every key look wrong. */
const NAME = 'installation'

/**
 * Rejects with 500 `installation_key_wrong` if the secrets in the control-plane database were sealed
 * with another key, and with `control_data_missing` if the database is empty although there are
 * projects. Call it before anything in the database is changed.
 */
export async function requireOwnDatabase(
  client: Client,
  { installationKey, projects }: { installationKey: Buffer; projects: string },
): Promise<void> {
  if (!(await hasTable(client, 'fleet.instances'))) return requireNoProjects(projects)
  const isSealed = await hasTable(client, 'fleet.installation')
  const sealed = isSealed ? await findSeal(client) : await findSecrets(client)
  if (!sealed) return
  try {
    createSecretBox(installationKey, sealed.purpose).open(sealed.box, sealed.context)
  } catch (error) {
    throw keyWrong(error)
  }
}

/** Seals a text in a new database, for the check at later starts. */
export async function sealDatabase(client: Client, installationKey: Buffer): Promise<void> {
  await client.query(
    'insert into fleet.installation (sealed) values ($1) on conflict (only_row) do nothing',
    [createSecretBox(installationKey, NAME).seal(NAME, NAME)],
  )
}

export const keyWrong = (cause: unknown): AppError =>
  new AppError(
    'installation_key_wrong',
    'The file installation.key does not belong to the data of this installation.',
    {
      status: 500,
      hint: 'Restore the installation.key that this data was created with. Nothing has been changed.',
      cause,
    },
  )

type Sealed = { readonly purpose: string; readonly box: Buffer; readonly context: string }

async function findSeal(client: Client): Promise<Sealed | undefined> {
  const { rows } = await client.query<{ sealed: Buffer }>('select sealed from fleet.installation')
  return rows[0] && { purpose: NAME, box: rows[0].sealed, context: NAME }
}

/** A database of a release without the seal has the secrets of its projects. */
async function findSecrets(client: Client): Promise<Sealed | undefined> {
  const { rows } = await client.query<{ ref: string; secrets: Buffer }>(
    'select ref, secrets from fleet.instances where secrets is not null limit 1',
  )
  return rows[0] && { purpose: 'project-secrets', box: rows[0].secrets, context: rows[0].ref }
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select pg_catalog.to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}
