import type { Relation } from '../schema/schema-cache.ts'

const text = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})

const header = (name: string, description: string) => ({ ...text(name, description), in: 'header' })

const RETURN = ['return=representation', 'return=minimal', 'return=none']
const RESOLUTION = ['resolution=ignore-duplicates', 'resolution=merge-duplicates']

/** The parameters that the operations of all relations refer to. */
export const commonParameters = {
  preferParams: header('Prefer', 'Preference'),
  preferReturn: { ...header('Prefer', 'Preference'), enum: RETURN },
  preferCount: { ...header('Prefer', 'Preference'), enum: ['count=none'] },
  preferPost: { ...header('Prefer', 'Preference'), enum: [...RETURN, ...RESOLUTION] },
  select: text('select', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'On Conflict'),
  order: text('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: text('offset', 'Limiting and Pagination'),
  limit: text('limit', 'Limiting and Pagination'),
}

/** A relation's body and the filters on its columns, by the names that operations refer to. */
export const relationParameters = ({
  name,
  columns,
}: Relation): readonly (readonly [string, object])[] => [
  [
    `body.${name}`,
    {
      name,
      description: name,
      required: false,
      in: 'body',
      schema: { $ref: `#/definitions/${name}` },
    },
  ],
  ...[...columns.values()].map(
    (column) =>
      [
        filterName(name, column.name),
        {
          name: column.name,
          ...(column.description !== null && { description: column.description }),
          required: false,
          in: 'query',
          type: 'string',
        },
      ] as const,
  ),
]

export const filterName = (relation: string, column: string) => `rowFilter.${relation}.${column}`
