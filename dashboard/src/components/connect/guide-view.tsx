import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import type { ConnectFacts } from './connect-facts.ts'
import type { Guide } from './guides/guide.ts'

type GuideViewProps = { guide: Guide; facts: ConnectFacts }

/** What to install and the files to write, each with a copy button. */
export function GuideView({ guide, facts }: GuideViewProps) {
  const { title, hint, install } = guide
  const files = guide.files(facts)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-xs text-muted">{hint}</p>
      {install !== undefined && <CodeBlock code={install} label={`${title} installation`} />}
      {files.map(({ name, code }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {files.length > 1 && <p className="font-mono text-xs text-muted">{name}</p>}
          <CodeBlock code={code} label={files.length > 1 ? name : `${title} snippet`} />
        </div>
      ))}
    </div>
  )
}

type GuideTabsProps = {
  guides: readonly Guide[]
  facts: ConnectFacts
  value: string
  onValueChange: (id: string) => void
}

/** A few guides as tabs. */
export function GuideTabs({ guides, facts, value, onValueChange }: GuideTabsProps) {
  return (
    <Tabs value={value} onValueChange={onValueChange}>
      <TabsList aria-label="Client">
        {guides.map(({ id, title }) => (
          <TabsTrigger key={id} value={id}>
            {title}
          </TabsTrigger>
        ))}
      </TabsList>
      {guides.map((guide) => (
        <TabsContent key={guide.id} value={guide.id}>
          <GuideView guide={guide} facts={facts} />
        </TabsContent>
      ))}
    </Tabs>
  )
}
