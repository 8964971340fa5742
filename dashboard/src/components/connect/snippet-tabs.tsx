import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import type { Snippet } from './snippets.ts'

type SnippetTabsProps = {
  snippets: readonly Snippet[]
  value: string
  onValueChange: (id: string) => void
}

/** Shows the same first request in several clients. */
export function SnippetTabs({ snippets, value, onValueChange }: SnippetTabsProps) {
  return (
    <Tabs value={value} onValueChange={onValueChange}>
      <TabsList aria-label="Client">
        {snippets.map(({ id, title }) => (
          <TabsTrigger key={id} value={id}>
            {title}
          </TabsTrigger>
        ))}
      </TabsList>
      {snippets.map(({ id, title, hint, code }) => (
        <TabsContent key={id} value={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="text-xs text-muted">{hint}</p>
          <CodeBlock code={code} label={`${title} snippet`} />
        </TabsContent>
      ))}
    </Tabs>
  )
}
