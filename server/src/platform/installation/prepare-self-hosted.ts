import { randomBytes } from 'node:crypto'
import { systemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import {
  findFirstOperator,
  insertMember,
  insertOrganization,
  listAll,
} from '../organizations/port.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import { chooseRegion, recordProject, listEveryProject } from '../projects/port.ts'

const REF = 'default'

/**
 * Makes sure that a self-hosted installation has its one organization with its one project,
 * `default`.
 */
export async function prepareSelfHosted(context: Context): Promise<void> {
  if (context.mode !== 'self-hosted') return
  if ((await listEveryProject(context.session)).some(({ ref }) => ref === REF)) return
  const scope = await findOrCreateOrganization(context)
  await recordProject(context, systemActor(context.clock.now()), {
    scope,
    region: chooseRegion(context.region, undefined),
    ref: REF,
    // Generated at the first start; an operator reads or changes it in the project's settings.
    input: { name: 'Default project', db_pass: randomBytes(24).toString('base64url') },
  })
  context.access.forget()
}

async function findOrCreateOrganization({ session }: Pick<Context, 'session'>) {
  const [first] = await listAll(session)
  if (first) return { organizationId: first.id, slug: first.slug }
  return session.transaction(async (tx) => {
    const owner = await findFirstOperator(tx)
    const slug = generateRef()
    const { id } = await insertOrganization(tx, {
      slug,
      name: 'Default organization',
      plan: 'free',
      billingEmail: owner?.primary_email ?? null,
    })
    if (owner) await insertMember(tx, id, owner.user_id, 'owner')
    return { organizationId: id, slug }
  })
}
