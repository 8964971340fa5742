import type { SecretBox } from '../../lib/secret-box.ts'
import { sql } from '../../postgres/sql.ts'
import type { CopiedProject } from '../../project/service.ts'
import { listCustomProviders, updateCustomProvider } from './queries/custom-providers.ts'

/**
 * Ends everybody's session in a copied database, and whatever a link or code of the origin would
 * continue; accounts and their factors stay. Secrets of providers are encrypted for the copy.
 */
export const adaptCopy =
  ({ providerBox }: { readonly providerBox: SecretBox }) =>
  async ({ from, to, database }: CopiedProject): Promise<void> => {
    const admin = database.as('supabase_auth_admin')
    await admin.run(sql`delete from auth.sessions`)
    await admin.run(sql`delete from auth.refresh_tokens`)
    await admin.run(sql`delete from auth.flow_state`)
    await admin.run(sql`delete from auth.one_time_tokens`)
    await admin.run(sql`delete from auth.oauth_authorizations`)
    await admin.run(sql`delete from auth.oauth_client_states`)
    for (const { identifier, client_secret: sealed, updated_at } of await listCustomProviders(
      admin,
      undefined,
    )) {
      const secret = openIfReadable(providerBox, sealed, from)
      if (secret === undefined) continue
      const client_secret = providerBox.seal(secret, to).toString('base64')
      await updateCustomProvider(admin, identifier, { client_secret }, updated_at)
    }
  }

/** A secret that the origin cannot read either, such as one from a dump, must not end the copy. */
function openIfReadable(box: SecretBox, sealed: string, ref: string): string | undefined {
  try {
    return box.open(Buffer.from(sealed, 'base64'), ref)
  } catch {
    return undefined
  }
}
