import { FormatFields } from '../../components/table-files/format-fields.tsx'
import { useBuckets } from '../../data/resources/services/storage/buckets.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { CredentialField } from './credential-field.tsx'
import type { FileDraft } from './file-draft.ts'
import { TextField } from './server-fields.tsx'

type FileFieldsProps = {
  projectRef: string
  /** Whether the source already has a credential, which stays if none is entered. */
  keepsCredential?: boolean
  /** Whether the format can be left to be detected. */
  canDetect?: boolean
  value: FileDraft
  problems: { readonly [Name in keyof FileDraft]?: string | undefined }
  onChange: (next: Partial<FileDraft>) => void
}

const PLACES = [
  { value: 'url', label: 'URL' },
  { value: 's3', label: 'S3' },
  { value: 'bucket', label: 'Project bucket' },
] as const

/** The source and the format of a file. */
export function FileFields(props: FileFieldsProps) {
  const { value, problems, canDetect = false, onChange } = props
  return (
    <>
      <SegmentedControl
        aria-label="Source"
        className="justify-self-start"
        value={value.kind}
        options={PLACES}
        onValueChange={(kind) => onChange({ kind })}
      />
      <PlaceFields {...props} />
      <FormatFields
        format={value.format}
        problem={problems.format}
        {...(canDetect && { onDetect: () => onChange({ format: null }) })}
        onChange={(format) => onChange({ format })}
      />
    </>
  )
}

function PlaceFields({ projectRef, keepsCredential, value, problems, onChange }: FileFieldsProps) {
  const text = (
    name: 'url' | 'endpoint' | 'region' | 'bucket' | 'key' | 'accessKeyId' | 'path',
  ) => ({
    error: problems[name],
    value: value[name],
    maxLength: 2000,
    onChange: (next: string) => onChange({ [name]: next }),
  })
  const credential = {
    projectRef,
    value,
    onChange,
    error: problems[value.source === 'secret' ? 'secretId' : 'password'],
    description: keepsCredential
      ? 'Leave empty to keep the current one.'
      : 'Stored in the vault of the project.',
  }
  if (value.kind === 'bucket') {
    return (
      <>
        <BucketField {...{ projectRef, value, problems, onChange }} />
        <TextField label="Path" {...text('path')} />
      </>
    )
  }
  if (value.kind === 'url') {
    return (
      <>
        <TextField label="URL" {...text('url')} />
        <CredentialField
          {...credential}
          label="Authorization header"
          description={
            keepsCredential
              ? credential.description
              : 'Only for files that need it, such as Bearer and a token. Stored in the vault.'
          }
        />
      </>
    )
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Bucket" {...text('bucket')} />
        <TextField label="Region" {...text('region')} />
      </div>
      <TextField label="Key" description="The path of the object." {...text('key')} />
      <TextField
        label="Endpoint"
        description="Only for services other than Amazon S3."
        {...text('endpoint')}
      />
      <TextField label="Access key ID" {...text('accessKeyId')} />
      <CredentialField {...credential} label="Secret access key" />
    </>
  )
}

function BucketField({ projectRef, value, problems, onChange }: FileFieldsProps) {
  const { data } = useBuckets(projectRef)
  return (
    <Field label="Bucket" error={problems.bucket}>
      {(control) => (
        <Combobox
          {...control}
          value={value.bucket === '' ? undefined : value.bucket}
          options={(data ?? []).map(({ id }) => ({ value: id, label: id }))}
          placeholder="Select a bucket"
          searchPlaceholder="Search buckets"
          emptyText="No buckets"
          onValueChange={(bucket) => onChange({ bucket })}
        />
      )}
    </Field>
  )
}
