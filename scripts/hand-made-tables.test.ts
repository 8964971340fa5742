import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../dashboard/src', import.meta.url))

/** The components that tables are made of, the grid of results, and the gallery of components. */
const COMPONENTS = /^(?:ui|components\/(?:list|result-grid))\//

/** Tables that are not lists of records. An entry without a table fails, so the list only shrinks. */
const OTHERS = [
  'features/sql-editor/describe/table-description.tsx',
  'features/sql-editor/plan/plan-view.tsx',
  'features/sql-editor/statement-summary.tsx',
  'features/table-editor/structure/constraints/broken-rows-note.tsx',
  'features/table-editor/view/paste-dialog.tsx',
  'features/table-editor/view/row-conflict-dialog.tsx',
]

const makesTable = (text: string) => /<(?:table|Table)[\s>]/.test(text)

describe('the dashboard', () => {
  it('shows lists of records with RecordTable, whose columns are declared', () => {
    const making = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .filter((file) => !COMPONENTS.test(file))
      .filter((file) => makesTable(readFileSync(path.join(source, file), 'utf8')))
    expect(making.toSorted()).toEqual(OTHERS)
  })

  it.each([
    ['<table className="w-full">', true],
    ['<Table aria-label="Users">', true],
    ['<TablePicker />', false],
    ['useState<TableDetail>()', false],
  ])('is searched for elements such as %s', (text, isTable) => {
    expect(makesTable(text)).toBe(isTable)
  })
})
