/** The table `realtime.messages` as the server describes it. */
export const messagesTable = (policies: readonly unknown[], isProtected = true) => ({
  id: 1,
  schema: 'realtime',
  name: 'messages',
  kind: 'partitioned_table',
  comment: null,
  rls_enabled: isProtected,
  partition_of: null,
  policy_count: policies.length,
  columns: [],
  primary_key: ['id'],
  foreign_keys: [],
  constraints: [],
  policies,
  indexes: [],
  view_definition: null,
  can: { insert: true, update: true, delete: true },
})
