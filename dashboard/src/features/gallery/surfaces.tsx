import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'

const TABLES = [
  { id: 'todos', rows: '1,204' },
  { id: 'profiles', rows: '88' },
]

const TABLE_COLUMNS: readonly RecordColumn<(typeof TABLES)[number]>[] = [
  { header: 'Table', cell: ({ id }) => <code>{id}</code> },
  { header: 'Rows', align: 'right', cell: ({ rows }) => rows },
]

export function Surfaces() {
  const [tab, setTab] = useState('curl')
  return (
    <>
      <Section title="Code">
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label="Client">
            <TabsTrigger value="curl">curl</TabsTrigger>
            <TabsTrigger value="psql">psql</TabsTrigger>
          </TabsList>
          <TabsContent value="curl">
            <CodeBlock code="curl http://localhost:8000/rest/v1/todos" label="curl snippet" />
          </TabsContent>
          <TabsContent value="psql">
            <CodeBlock code="psql -h localhost -p 6543" label="psql snippet" />
          </TabsContent>
        </Tabs>
        <div className="flex items-center gap-3">
          <CopyButton text="copied" />
          <Kbd shortcut="Mod+Shift+Enter" />
        </div>
      </Section>
      <Section title="Table">
        <RecordTable label="Sizes" items={TABLES} nameOf={({ id }) => id} columns={TABLE_COLUMNS} />
        <SaveBar visible summary="Unsaved changes: max rows" onDiscard={() => setTab('curl')} />
      </Section>
    </>
  )
}
