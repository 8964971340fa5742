/** A catalogue of many tables as `catalogue.sql` returns it. For tests. */
export function catalogueOf(tables: number): string {
  const type = (oid: string, name: string) => ({
    oid,
    schema: 'pg_catalog',
    name,
    kind: 'b',
    base: null,
    element: null,
    array: null,
    relation: null,
    isOrdered: true,
    labels: null,
    comment: null,
  })
  const column = (name: string, oid: string) => ({
    name,
    type: oid,
    isNotNull: false,
    isFilled: false,
    comment: null,
    isSelectable: true,
    isInsertable: true,
    isUpdatable: true,
  })
  return JSON.stringify({
    role: 'anon',
    schemas: [{ name: 'public', comment: null }],
    types: [type('23', 'int4'), type('25', 'text')],
    relations: Array.from({ length: tables }, (_, at) => ({
      oid: `${at}`,
      schema: 'public',
      name: `table_${at}`,
      comment: null,
      hasRls: false,
      isDeletable: true,
      columns: [column('id', '23'), column('name', '25'), column('other', '23')],
      keys: [{ isPrimary: true, name: 'key', columns: ['id'] }],
    })),
    foreignKeys: Array.from({ length: tables }, (_, at) => ({
      relation: `${at}`,
      target: `${(at * 7 + 1) % tables}`,
      comment: null,
      columns: [['other', 'id']],
    })),
    routines: [],
    settings: [],
  })
}
