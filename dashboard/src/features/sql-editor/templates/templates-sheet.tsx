import {
  QUERY_TEMPLATES,
  TEMPLATE_CATEGORIES,
  type QueryTemplate,
} from '@stoa/contract/catalog/query-templates'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'

type TemplatesSheetProps = {
  onUse: (template: QueryTemplate) => void
  onClose: () => void
}

/** Queries to start from. They open as new queries and are not run. */
export function TemplatesSheet({ onUse, onClose }: TemplatesSheetProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = QUERY_TEMPLATES.filter(({ name, description, sql }) =>
    [name, description, sql].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <Sheet
      open
      size="lg"
      title="Templates"
      description="A template opens as a new query. Nothing runs until you run it."
      onClose={onClose}
    >
      <SheetBody className="grid content-start gap-5">
        <SearchInput label="Search templates" value={search} onValueChange={setSearch} />
        {found.length === 0 && <p className="text-muted">No results</p>}
        {TEMPLATE_CATEGORIES.map((category) => {
          const templates = found.filter((template) => template.category === category)
          if (templates.length === 0) return null
          return (
            <section key={category} aria-labelledby={`templates-${category}`}>
              <h3 id={`templates-${category}`} className="mb-1 text-xs font-medium text-muted">
                {category}
              </h3>
              <ul className="divide-y border-y">
                {templates.map((template) => (
                  <Template key={template.id} template={template} onUse={onUse} />
                ))}
              </ul>
            </section>
          )
        })}
      </SheetBody>
    </Sheet>
  )
}

type TemplateProps = { template: QueryTemplate; onUse: (template: QueryTemplate) => void }

function Template({ template, onUse }: TemplateProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, description, effect, sql } = template
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="grid w-full gap-0.5 px-1 py-2 text-left hover:bg-hover"
      >
        <span>{name}</span>
        <span className="text-xs text-muted">
          {description}
          {effect === 'changes' && ' Changes the database.'}
        </span>
      </button>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-1 pb-3">
          <pre
            aria-label={`SQL of ${name}`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the scrolling text
            tabIndex={0}
            className="max-h-72 overflow-auto rounded-md border bg-sunken p-2 text-xs"
          >
            {sql}
          </pre>
          <div>
            <Button size="sm" variant="primary" onClick={() => onUse(template)}>
              Use template
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
