import { IncidentStatus, type Incident } from '@stoa/contract/platform/incidents'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  useAllIncidents,
  useDeclareIncident,
  useUpdateIncident,
} from '../../data/resources/incidents.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'

const STATUSES: { value: IncidentStatus; label: string }[] = [
  { value: 'investigating', label: 'Investigating' },
  { value: 'identified', label: 'Identified' },
  { value: 'monitoring', label: 'Monitoring' },
  { value: 'resolved', label: 'Resolved' },
]

/** The installation's incidents, which every user sees at the top of each page. */
export function IncidentsSection() {
  const { data: incidents, error, refetch } = useAllIncidents()
  return (
    <Section
      title="Incidents"
      description="An open incident is shown at the top of every page, including the sign-in page."
    >
      {error && (
        <QueryError
          error={error}
          title="The incidents could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {incidents && incidents.length > 0 && (
        <ul className="divide-y rounded-md border" aria-label="Incidents">
          {incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} />
          ))}
        </ul>
      )}
      <DeclareForm />
    </Section>
  )
}

function IncidentRow({ incident }: { incident: Incident }) {
  const update = useUpdateIncident()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-medium">{incident.title}</span>
        <Time date={incident.started_at} className="text-xs text-muted" />
      </span>
      <Select
        aria-label={`State of ${incident.title}`}
        className="w-36"
        value={IncidentStatus.safeParse(incident.status).data}
        options={STATUSES}
        disabled={update.isPending}
        onValueChange={(status) => update.mutate({ id: incident.id, status })}
      />
    </li>
  )
}

function DeclareForm() {
  const [title, setTitle] = useState('')
  const [link, setLink] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const declare = useDeclareIncident()
  const send = () => {
    const done = () => setIsAsking(false)
    const clear = () => {
      setTitle('')
      setLink('')
    }
    declare.mutate(
      { title: title.trim(), link: link.trim() || null },
      { onSuccess: clear, onSettled: done },
    )
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '') setIsAsking(true)
      }}
    >
      <Field label="What is wrong" error={declare.error ? errorMessage(declare.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Link"
        description="A page with more information. If empty, the status page is linked."
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            value={link}
            onChange={(event) => setLink(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={title.trim() === ''}>
          Declare incident
        </Button>
      </div>
      <ConfirmDialog
        visible={isAsking}
        variant="warning"
        size="md"
        title="Declare an incident"
        description={`Everybody will read “${title.trim()}” at the top of every page.`}
        confirmLabel="Declare incident"
        loading={declare.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={send}
      />
    </form>
  )
}
