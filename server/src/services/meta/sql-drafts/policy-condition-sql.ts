import type {
  ChannelMessages,
  PolicyTemplate,
} from '@stoa/contract/services/meta/policy-conditions'
import { joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { nameSql, qualifiedSql, textSql } from '../object-changes/name-sql.ts'

/** The usual conditions of policies. */
export function templateSql(condition: PolicyTemplate): Sql {
  switch (condition.template) {
    case 'own_rows':
      return sql`(select auth.uid()) = ${nameSql(condition.column)}`
    case 'bucket_files':
      return condition.bucket === null ? sql`true` : inBucket(condition.bucket)
    case 'own_folder':
      return filesSql(condition, [sql`(storage.foldername(name))[1] = (select auth.uid()::text)`])
    case 'one_folder':
      return filesSql(condition, foldersSql(condition.folder))
    case 'file_type':
      return filesSql(condition, [
        sql`lower(storage.extension(name)) = ${textSql(extensionOf(condition.file_type))}`,
      ])
    case 'own_topic':
      return sql`(select realtime.topic()) = 'user:' || (select auth.uid())::text`
    case 'one_topic':
      return sql`(select realtime.topic()) = ${textSql(condition.topic)}`
    case 'topic_members':
      // The columns are qualified, because without a table a missing one would resolve to a column
      // of the messages.
      return sql`exists (select 1 from ${qualifiedSql({ schema: 'public', name: condition.table })} as member where member.user_id = (select auth.uid()) and member.topic = (select realtime.topic()))`
  }
}

const inBucket = (bucket: string): Sql => sql`bucket_id = ${textSql(bucket)}`

const filesSql = ({ bucket }: { readonly bucket: string | null }, conditions: readonly Sql[]) =>
  joinSql([...(bucket === null ? [] : [inBucket(bucket)]), ...conditions], ' and ')

/** One condition for each folder of a path such as `a/b`, outermost first. */
const foldersSql = (path: string): Sql[] =>
  path
    .split('/')
    .filter((folder) => folder !== '')
    .map(
      (folder, index) =>
        sql`(storage.foldername(name))[${rawSql(String(index + 1))}] = ${textSql(folder)}`,
    )

const extensionOf = (typed: string): string => typed.replace(/^\./, '').toLowerCase()

const MESSAGES: Readonly<Record<ChannelMessages, Sql>> = {
  all: sql`extension in ('broadcast', 'presence')`,
  broadcast: sql`extension = 'broadcast'`,
  presence: sql`extension = 'presence'`,
}

/** Whether a row is one of some messages of private channels. */
export const messagesSql = (messages: ChannelMessages): Sql => MESSAGES[messages]
