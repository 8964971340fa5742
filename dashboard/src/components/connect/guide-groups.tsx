import { useState } from 'react'
import { Select } from '../../ui/inputs/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import type { ConnectFacts } from './connect-facts.ts'
import { GuideView } from './guide-view.tsx'
import type { GuideGroup } from './guides/guide.ts'
import { guideGroups } from './guides/groups.ts'

/** Every guide, a tab per group and a list of clients in each. */
export function GuideGroups({ facts }: { facts: ConnectFacts }) {
  const [open, setOpen] = useState(guideGroups[0]?.id)
  return (
    <Tabs
      {...(open !== undefined && { value: open })}
      onValueChange={setOpen}
      // The dialog keeps its position when a shorter guide is chosen.
      className="min-h-88"
    >
      <TabsList aria-label="Kind of client">
        {guideGroups.map(({ id, title }) => (
          <TabsTrigger key={id} value={id}>
            {title}
          </TabsTrigger>
        ))}
      </TabsList>
      {guideGroups.map((group) => (
        <TabsContent key={group.id} value={group.id}>
          <Group group={group} facts={facts} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

function Group({ group: { title, guides }, facts }: { group: GuideGroup; facts: ConnectFacts }) {
  const [chosen, setChosen] = useState(guides[0]?.id)
  const guide = guides.find(({ id }) => id === chosen)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Select
        aria-label={title}
        className="w-56"
        value={chosen}
        options={guides.map(({ id, title: label }) => ({ value: id, label }))}
        onValueChange={setChosen}
      />
      {guide && <GuideView guide={guide} facts={facts} />}
    </div>
  )
}
