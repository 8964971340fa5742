import type { DiagramModel } from '../diagram-model.ts'

/** The tables of a schema as Markdown, for a README or a conversation. */
export const toMarkdown = ({ nodes, edges }: DiagramModel): string =>
  nodes
    .filter(({ table }) => table !== undefined)
    .map(({ id, name, table }) => {
      const keys = edges.filter(({ source }) => source === id)
      const targetOf = (column: string) =>
        keys
          .filter(({ relation }) => relation.columns.includes(column))
          .map(({ relation }) => {
            const place = relation.columns.indexOf(column)
            return `references ${relation.target_table}.${relation.target_columns[place] ?? ''}`
          })
      const lines = (table?.columns ?? []).map((column) => {
        const facts = [
          column.is_primary_key && 'primary key',
          column.is_unique && 'unique',
          !column.is_nullable && 'not null',
          ...targetOf(column.name),
        ].filter(Boolean)
        return `| ${cell(column.name)} | ${cell(column.type)} | ${cell(facts.join(', '))} |`
      })
      const comment = table?.comment ? `\n${table.comment.replaceAll(/\s+/g, ' ')}\n` : ''
      return `## ${name.replaceAll(/\s+/g, ' ')}\n${comment}\n| Column | Type | |\n| --- | --- | --- |\n${lines.join('\n')}\n`
    })
    .join('\n')

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')
