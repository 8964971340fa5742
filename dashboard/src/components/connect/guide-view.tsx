import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import type { ConnectFacts } from './connect-facts.ts'
import { HighlightedCode } from '../highlight/highlighted-code.tsx'
import { useHighlight } from '../highlight/use-highlight.ts'
import { languageOf } from './guides/language.ts'
import type { Guide } from './guides/guide.ts'

type GuideViewProps = { guide: Guide; facts: ConnectFacts }

/** The packages to install and the files to write, each with a copy button. */
export function GuideView({ guide, facts }: GuideViewProps) {
  const { title, hint, install } = guide
  const files = guide.files(facts)
  const highlight = useHighlight()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-xs text-muted">{hint}</p>
      {install !== undefined && (
        <CodeBlock
          code={install}
          label={`${title} installation`}
          shown={<HighlightedCode code={install} language="shell" highlight={highlight} />}
        />
      )}
      {files.map(({ name, code }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {isPath(name) && <p className="font-mono text-xs text-muted">{name}</p>}
          <CodeBlock
            code={code}
            label={files.length > 1 ? name : `${title} snippet`}
            shown={shownCode(name, code, highlight)}
          />
        </div>
      ))}
    </div>
  )
}

const isPath = (name: string): boolean => name.includes('.')

/** Code without a grammar, such as HTML templates, is shown without colors. */
function shownCode(name: string, code: string, highlight: ReturnType<typeof useHighlight>) {
  const language = languageOf(name)
  if (language === undefined) return undefined
  return <HighlightedCode code={code} language={language} highlight={highlight} />
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
