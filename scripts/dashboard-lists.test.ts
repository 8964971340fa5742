import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../dashboard/src', import.meta.url))

const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .toSorted()

const filesWith = (isFound: (text: string) => boolean) =>
  components.filter((file) => isFound(readFileSync(path.join(source, file), 'utf8')))

/** The components that tables are made of, the grid of results, and the gallery of components. */
const TABLE_COMPONENTS = /^(?:ui|components\/(?:list|result-grid))\//

/** Tables that are not lists of records. */
const OTHER_TABLES = [
  'features/billing/lines-table.tsx',
  'features/billing/pricing-page.tsx',
  'features/sql-editor/describe/table-description.tsx',
  'components/query-plan/plan-steps.tsx',
  'features/sql-editor/statement-summary.tsx',
  'features/table-editor/structure/constraints/broken-rows-note.tsx',
  'features/table-editor/view/paste-dialog.tsx',
  'features/table-editor/view/row-conflict-dialog.tsx',
]

const makesTable = (text: string) => /<(?:table|Table)[\s>]/.test(text)

/** The panels of the editors belong to a tab, a row or a cell of it. */
const EDITORS = /^features\/(?:(?:sql|table)-editor|logs\/explorer)\//

/** Other panels that are not in the URL: the navigation, and those of what a link would not find. */
const LOCAL_PANELS = [
  'features/backups/past/past-results.tsx',
  'components/shell/shell.tsx',
  'features/assistant/message-view.tsx',
  'features/database/activity/sessions-view.tsx',
  'features/database/indexes/indexes-page.tsx',
  'features/database/visualizer/visualizer.tsx',
  'features/reports/custom/query-view.tsx',
]

/** A file with a sheet and a state, neither of them from the URL. */
const keepsPanel = (text: string) =>
  /<[A-Z]\w+Sheet\b/.test(text) &&
  /= useState\b/.test(text) &&
  !/\buse(?:Open|Record)Panel\b/.test(text)

describe('the dashboard', () => {
  it('shows lists of records with RecordTable, whose columns are declared', () => {
    const making = filesWith(makesTable).filter((file) => !TABLE_COMPONENTS.test(file))
    expect(making.filter((file) => !OTHER_TABLES.includes(file))).toEqual([])
  })

  it('names the open panel of a list in the URL, so that a reload, Back and a link show it', () => {
    const keeping = filesWith(keepsPanel).filter((file) => !EDITORS.test(file))
    expect(keeping.filter((file) => !LOCAL_PANELS.includes(file))).toEqual([])
  })

  it.each([
    ['<table className="w-full">', true],
    ['<Table aria-label="Users">', true],
    ['<TablePicker />', false],
    ['useState<TableDetail>()', false],
  ])('is searched for tables such as %s', (text, isTable) => {
    expect(makesTable(text)).toBe(isTable)
  })

  it.each([
    ['const [edited, setEdited] = useState<Job>()\n<EditSheet job={edited} />', true],
    ['const [text, setText] = useState("")\n<Sheet open>', false],
    ['const { panel } = useOpenPanel(["new"])\n<NewSheet />\n= useState()', false],
    ['const [deleted, setDeleted] = useState<Job>()\n<ConfirmDialog />', false],
  ])('is searched for panels such as %j', (text, isLocal) => {
    expect(keepsPanel(text)).toBe(isLocal)
  })
})
