import type { SchemaLayouts, TablePosition } from '@stoa/contract/platform/schema-layouts'
import type { Member } from '../../project/member.ts'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { listLayouts, removeLayout, upsertLayout, type LayoutKey } from './queries.ts'

type Request = {
  readonly member: Member
  readonly scope: ProjectScope
  readonly schema: string
}

/** The layouts that a caller can see. The operator credential has no account and none of its own. */
export async function readLayouts(session: Session, request: Request): Promise<SchemaLayouts> {
  const { member } = request
  const ownerId = member.kind === 'person' ? member.userId : null
  const rows = await listLayouts(session, keyOf(request, ownerId))
  const own = rows.find(({ is_shared: isShared }) => !isShared)
  const shared = rows.find(({ is_shared: isShared }) => isShared)
  return {
    own: own?.positions ?? null,
    shared: shared ? { positions: shared.positions, saved_at: shared.saved_at } : null,
  }
}

export async function saveLayout(
  context: Pick<Context, 'session' | 'clock'>,
  request: Request,
  positions: readonly TablePosition[],
): Promise<SchemaLayouts> {
  const key = keyOf(request, personOf(request.member).userId)
  await upsertLayout(context.session, key, { positions, at: context.clock.now() })
  return readLayouts(context.session, request)
}

export async function deleteLayout(
  context: Pick<Context, 'session'>,
  request: Request,
): Promise<SchemaLayouts> {
  await removeLayout(context.session, keyOf(request, personOf(request.member).userId))
  return readLayouts(context.session, request)
}

/** Saves the layout that everybody sees who has none of their own, and deletes the caller's. */
export async function shareLayout(
  context: Pick<Context, 'session' | 'clock'>,
  request: Request,
  positions: readonly TablePosition[],
): Promise<SchemaLayouts> {
  return context.session.transaction(async (tx) => {
    await upsertLayout(tx, keyOf(request, null), { positions, at: context.clock.now() })
    const { member } = request
    if (member.kind === 'person') await removeLayout(tx, keyOf(request, member.userId))
    return readLayouts(tx, request)
  })
}

const keyOf = ({ scope, schema }: Request, ownerId: string | null): LayoutKey => ({
  projectId: scope.projectId,
  schema,
  ownerId,
})
