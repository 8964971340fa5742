import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

/** Restores access for a person who lost their device: signing in only requires the password again. */
export async function removeSecondFactors(
  context: Pick<Context, 'access' | 'accounts' | 'session'>,
  actor: Actor,
  { email }: { email: string },
): Promise<{ email: string; removed: number }> {
  const { session, accounts, access } = context
  const removed = await accounts.removeFactors(email)
  await audit(session, actor, {
    action: 'installation.remove_second_factors',
    target: email,
    metadata: { removed },
  })
  access.forget()
  return { email, removed }
}
