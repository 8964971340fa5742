import { randomUUID } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import type { Log } from '../../../lib/log.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { Session } from '../../../postgres/database.ts'
import type { Within } from '../../../postgres/within.ts'
import type { ThirdPartyRecord, ThirdPartySource } from '../port.ts'
import {
  deleteThirdParty,
  insertThirdParty,
  listThirdParties,
  updateThirdPartyKeys,
  type ThirdPartyRow,
} from './queries.ts'
import { readKeys } from './read-keys.ts'

const MOST = 10
/** Limits how often an unknown key ID makes the server fetch the keys again. */
const MIN_AGE_MS = 60_000

type ChangeKeys = <T>(
  ref: string,
  change: { readonly work: (tx: Session) => Promise<T>; readonly within: Within<T> | undefined },
) => Promise<T>

/** The services whose access tokens each project accepts. `change` changes a project's keys. */
export function createThirdPartyStore(deps: {
  readonly outgoing: Outgoing
  readonly session: () => Session
  readonly change: ChangeKeys
  readonly now: () => Date
  readonly log: Log
}) {
  const { outgoing, session, change, now, log } = deps
  /** When the keys of a service were last fetched. */
  const asked = new Map<string, number>()

  async function refresh(ref: string, id: string): Promise<void> {
    const row = (await listThirdParties(session(), ref)).find((each) => each.id === id)
    if (!row) return void asked.delete(id)
    const { issuer, jwks } = await readKeys(outgoing, toSource(row))
    if (issuer !== row.issuer) throw new Error('The issuer has another name now')
    await change(ref, {
      within: undefined,
      work: (tx) => updateThirdPartyKeys(tx, { id, jwks, at: now() }),
    })
  }

  return {
    /** Rereads a service's keys in the background, at most once a minute. */
    readAgain(ref: string, id: string): void {
      const at = now().getTime()
      if (at - (asked.get(id) ?? -Infinity) < MIN_AGE_MS) return
      asked.set(id, at)
      refresh(ref, id).catch((error: unknown) =>
        log.warn({ error, ref, id }, 'Could not read the keys of another service again.'),
      )
    },
    async list(ref: string): Promise<readonly ThirdPartyRecord[]> {
      return (await listThirdParties(session(), ref)).map(toRecord)
    },
    async create(
      ref: string,
      source: ThirdPartySource,
      within?: Within<ThirdPartyRecord>,
    ): Promise<ThirdPartyRecord> {
      // Fetched before the transaction, which must not wait for another server.
      const { issuer, jwks } = await readKeys(outgoing, source)
      return change(ref, {
        within,
        async work(tx) {
          const present = await listThirdParties(tx, ref)
          if (present.some((row) => row.issuer === issuer)) throw exists(issuer)
          if (present.length >= MOST) throw tooMany()
          const id = randomUUID()
          await insertThirdParty(tx, {
            id,
            ref,
            issuer,
            oidc_issuer_url: source.oidcIssuerUrl,
            jwks_url: source.jwksUrl,
            custom_jwks: source.customJwks,
            resolved_jwks: jwks,
            at: now(),
          })
          return toRecord(await find(tx, ref, id))
        },
      })
    },
    delete: (ref: string, id: string, within?: Within<ThirdPartyRecord>) =>
      change(ref, {
        within,
        async work(tx) {
          const row = await find(tx, ref, id)
          await deleteThirdParty(tx, id)
          return toRecord(row)
        },
      }),
  }
}

async function find(tx: Session, ref: string, id: string): Promise<ThirdPartyRow> {
  const found = (await listThirdParties(tx, ref)).find((row) => row.id === id)
  if (!found) throw thirdPartyNotFound()
  return found
}

const toSource = (row: ThirdPartyRow): ThirdPartySource => ({
  oidcIssuerUrl: row.oidc_issuer_url,
  jwksUrl: row.jwks_url,
  customJwks: row.custom_jwks,
})

const toRecord = (row: ThirdPartyRow): ThirdPartyRecord => ({
  id: row.id,
  issuer: row.issuer,
  oidcIssuerUrl: row.oidc_issuer_url,
  jwksUrl: row.jwks_url,
  customJwks: row.custom_jwks,
  resolvedJwks: row.resolved_jwks,
  resolvedAt: row.resolved_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** 404 `third_party_auth_not_found`. */
export const thirdPartyNotFound = () =>
  new AppError('third_party_auth_not_found', 'This integration does not exist.', {
    status: 404,
    hint: 'It may have been deleted. Reload the list of integrations.',
  })

const exists = (issuer: string) =>
  new AppError('third_party_auth_exists', `Tokens of ${issuer} are already accepted.`, {
    status: 409,
    hint: 'Delete that integration first to change it.',
  })

const tooMany = () =>
  new AppError('too_many_third_party_auths', `A project can have at most ${MOST} integrations.`, {
    status: 409,
    hint: 'Delete an unused one first.',
  })
