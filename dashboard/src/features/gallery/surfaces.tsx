import { useState } from 'react'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Section } from '../../ui/layout/section.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'

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
        <Table aria-label="Sizes">
          <TableHead>
            <TableRow>
              <TableHeader>Table</TableHeader>
              <TableHeader align="right">Rows</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {[
              ['todos', '1,204'],
              ['profiles', '88'],
            ].map(([name, rows]) => (
              <TableRow key={name}>
                <TableCell>
                  <code>{name}</code>
                </TableCell>
                <TableCell align="right">{rows}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <SaveBar visible summary="Unsaved changes: max rows" onDiscard={() => setTab('curl')} />
      </Section>
    </>
  )
}
