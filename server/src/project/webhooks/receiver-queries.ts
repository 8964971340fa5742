import { WebhookDelivery, type Webhook } from '@stoa/contract/services/webhook-endpoints'
import { z } from 'zod'
import type { ServiceRole } from '../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../postgres/sql.ts'
import type { ServiceSession, Session } from '../../postgres/session.ts'
import type { Project } from '../project.ts'

/** Values for columns of a webhook. */
export type WebhookColumns = Readonly<Record<string, Sql>>

/** The tables `webhooks` and `webhook_deliveries` of one service. */
export type WebhookTables<Kind extends Webhook> = {
  readonly webhooks: Sql
  readonly deliveries: Sql
  readonly session: (project: Pick<Project, 'database'>) => ServiceSession
  readonly record: z.core.$ZodType<Kind>
  /** The columns of a record that only this service has, from the row `w` and the joins. */
  readonly columns: Sql
  readonly joins: Sql
}

/** The deliveries that a log shows. */
const MAX_SHOWN = 50

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/** A time in the contract's format. */
export const momentSql = (moment: Sql): Sql =>
  sql`pg_catalog.to_char(${moment} at time zone 'UTC', ${MOMENT})`

export const webhookTables = <Kind extends Webhook>({
  role,
  schema,
  record,
  columns,
  joins = sql``,
}: Pick<WebhookTables<Kind>, 'record' | 'columns'> & {
  readonly role: ServiceRole
  readonly schema: string
  readonly joins?: Sql
}): WebhookTables<Kind> => ({
  webhooks: ident(schema, 'webhooks'),
  deliveries: ident(schema, 'webhook_deliveries'),
  session: (project) => project.database.as(role),
  record,
  columns,
  joins,
})

/** A project's webhook; a copy of a project contains the original's rows, which are not its own. */
const own = (project: Project, id: string): Sql =>
  sql`w.id = ${id}::uuid and w.project_ref = ${project.ref}`

export const findWebhooks = <Kind extends Webhook>(
  tables: WebhookTables<Kind>,
  project: Project,
): Promise<Kind[]> =>
  selectWebhooks(tables, tables.session(project), sql`w.project_ref = ${project.ref}`)

export async function findWebhook<Kind extends Webhook>(
  tables: WebhookTables<Kind>,
  project: Project,
  { id, session = tables.session(project) }: { readonly id: string; readonly session?: Session },
): Promise<Kind | undefined> {
  const [webhook] = await selectWebhooks(tables, session, own(project, id))
  return webhook
}

const selectWebhooks = <Kind extends Webhook>(
  { webhooks, deliveries, columns, joins, record }: WebhookTables<Kind>,
  session: Session,
  condition: Sql,
): Promise<Kind[]> =>
  session.many(
    sql`
      select w.id, w.name, w.url, w.enabled, ${momentSql(sql`w.created_at`)} as created_at,
        (select pg_catalog.count(*)::integer from ${deliveries} as d
          where d.webhook_id = w.id and d.state = 'pending') as pending,
        ${columns}
      from ${webhooks} as w ${joins} where ${condition}
      order by w.created_at, w.id`,
    record,
  )

/** Inserts nothing at the maximum; resolves to the number of inserted rows. */
export const insertWebhook = <Kind extends Webhook>(
  { webhooks, session }: WebhookTables<Kind>,
  project: Project,
  {
    id,
    sealedSecret,
    values,
    maximum,
  }: {
    readonly id: string
    readonly sealedSecret: string
    readonly values: WebhookColumns
    readonly maximum: number
  },
): Promise<number> => {
  const row: WebhookColumns = {
    ...values,
    id: sql`${id}::uuid`,
    project_ref: sql`${project.ref}`,
    sealed_secret: sql`${sealedSecret}`,
  }
  return session(project).run(sql`
    insert into ${webhooks} (${joinSql(Object.keys(row).map((name) => ident(name)))})
    select ${joinSql(Object.values(row))}
    where (select pg_catalog.count(*) from ${webhooks}) < ${maximum}::integer`)
}

export const lockWebhook = <Kind extends Webhook>(
  { webhooks }: WebhookTables<Kind>,
  tx: Session,
  [project, id]: readonly [Project, string],
): Promise<number> => tx.run(sql`select from ${webhooks} as w where ${own(project, id)} for update`)

export const changeWebhook = async <Kind extends Webhook>(
  { webhooks }: WebhookTables<Kind>,
  tx: Session,
  {
    project,
    id,
    values,
  }: { readonly project: Project; readonly id: string; readonly values: WebhookColumns },
): Promise<void> => {
  const changes = Object.entries(values).map(([name, value]) => sql`${ident(name)} = ${value}`)
  if (changes.length === 0) return
  await tx.run(sql`update ${webhooks} as w set ${joinSql(changes)} where ${own(project, id)}`)
}

export const deleteWebhook = <Kind extends Webhook>(
  { webhooks, session }: WebhookTables<Kind>,
  project: Project,
  id: string,
): Promise<number> =>
  session(project).run(sql`delete from ${webhooks} as w where ${own(project, id)}`)

export const findSealedSecret = async <Kind extends Webhook>(
  { webhooks, session }: WebhookTables<Kind>,
  project: Project,
  id: string,
): Promise<string> => {
  const { sealed } = await session(project).one(
    sql`select w.sealed_secret as sealed from ${webhooks} as w where ${own(project, id)}`,
    z.object({ sealed: z.string() }),
  )
  return sealed
}

/** Inserts a delivery; resolves to its id. */
export const insertDelivery = async <Kind extends Webhook>(
  { deliveries, session }: WebhookTables<Kind>,
  project: Project,
  {
    webhookId,
    type,
    body,
  }: { readonly webhookId: string; readonly type: string; readonly body: string },
): Promise<string> => {
  const { id } = await session(project).one(
    sql`
      insert into ${deliveries} (webhook_id, event, body)
      values (${webhookId}::uuid, ${type}, ${body}) returning id`,
    z.object({ id: z.string() }),
  )
  return id
}

export const findDeliveries = <Kind extends Webhook>(
  { deliveries, session }: WebhookTables<Kind>,
  project: Project,
  webhookId: string,
): Promise<WebhookDelivery[]> =>
  session(project).many(
    sql`
      select id, event, body, state, attempts, last_status, last_response, last_error,
        ${momentSql(sql`created_at`)} as created_at, ${momentSql(sql`ended_at`)} as ended_at
      from ${deliveries} as d where webhook_id = ${webhookId}::uuid
      order by d.created_at desc, d.id limit ${MAX_SHOWN}`,
    WebhookDelivery,
  )

/** Makes a delivery due again; resolves to 0 if it does not exist. */
export const repeatDelivery = <Kind extends Webhook>(
  { deliveries, session }: WebhookTables<Kind>,
  project: Project,
  { id, delivery }: { readonly id: string; readonly delivery: string },
): Promise<number> =>
  session(project).run(sql`
    update ${deliveries}
    set state = 'pending', attempts = 0, next_at = '-infinity', ended_at = null
    where id = ${delivery}::uuid and webhook_id = ${id}::uuid`)

/** The ids of the webhooks that a copied database has from the origin of the copy. */
export const findCopiedWebhooks = <Kind extends Webhook>(
  { webhooks }: WebhookTables<Kind>,
  session: Session,
  from: string,
): Promise<{ id: string }[]> =>
  session.many(
    sql`select w.id from ${webhooks} as w where w.project_ref = ${from}`,
    z.object({ id: z.string() }),
  )

/** Gives a webhook of the origin to the copy, switched off, with a secret of its own. */
export const adoptWebhook = <Kind extends Webhook>(
  { webhooks }: WebhookTables<Kind>,
  session: Session,
  {
    id,
    to,
    sealedSecret,
  }: { readonly id: string; readonly to: string; readonly sealedSecret: string },
) =>
  session.run(sql`
    update ${webhooks} as w
    set project_ref = ${to}, enabled = false, sealed_secret = ${sealedSecret}
    where w.id = ${id}::uuid`)

export const deleteDeliveries = <Kind extends Webhook>(
  { deliveries }: WebhookTables<Kind>,
  session: Session,
) => session.run(sql`delete from ${deliveries}`)
