import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Found = z.object({ id: z.string() })

/** The digests of a set of recovery codes replace the set before. */
export async function replaceRecoveryCodes(
  tx: Connection,
  { factorId, digests, now }: { factorId: string; digests: readonly string[]; now: Date },
) {
  await tx.run(sql`delete from auth.mfa_recovery_codes where factor_id = ${factorId}`)
  await tx.run(sql`
    insert into auth.mfa_recovery_codes (factor_id, code_hash, created_at)
    select ${factorId}, digest, ${now} from unnest(${digests}::text[]) as digest`)
}

/** Marks an unused code as used. Resolves to whether there was one with this digest. */
export async function useRecoveryCode(
  tx: Connection,
  { factorId, digest, now }: { factorId: string; digest: string; now: Date },
): Promise<boolean> {
  const used = await tx.maybe(
    sql`update auth.mfa_recovery_codes set used_at = ${now}
      where factor_id = ${factorId} and code_hash = ${digest} and used_at is null
      returning id`,
    Found,
  )
  return used !== undefined
}

/** How many codes the factor has, and how many of them are unused. */
export const countRecoveryCodes = (db: Connection, factorId: string) =>
  db.one(
    sql`select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
      from auth.mfa_recovery_codes where factor_id = ${factorId}`,
    z.object({ total: z.int(), remaining: z.int() }),
  )
