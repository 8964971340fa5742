import { DATADOG_REGIONS, type LogDrainType } from '@stoa/contract/services/logs/drains'
import type { ComponentType } from 'react'
import { FormField } from '../../../components/form/form-field.tsx'
import { InputField } from '../../../components/form/input-field.tsx'
import type { FormOf } from '../../../components/form/use-form.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import type { DrainValues } from './drain-values.ts'

type FieldsProps = { form: FormOf<DrainValues>; isNew: boolean }

/** Text that people copy from elsewhere. */
const CODE = { className: 'font-mono text-xs', autoComplete: 'off', spellCheck: false } as const

function Webhook({ form, isNew }: FieldsProps) {
  return (
    <>
      <InputField form={form} name="url" label="URL" {...CODE} />
      <FormField form={form} name="format" label="Body">
        {(attributes, value, change) => (
          <Select
            {...attributes}
            value={value}
            options={[
              { value: 'json', label: 'JSON array' },
              { value: 'ndjson', label: 'One JSON object per line' },
            ]}
            onValueChange={change}
          />
        )}
      </FormField>
      <Headers form={form} isNew={isNew} />
      <Gzip form={form} />
    </>
  )
}

function Otlp({ form, isNew }: FieldsProps) {
  return (
    <>
      <InputField
        form={form}
        name="url"
        label="Endpoint"
        description="The path /v1/logs is added unless it is there."
        {...CODE}
      />
      <Headers form={form} isNew={isNew} />
      <Gzip form={form} />
    </>
  )
}

function Loki({ form, isNew }: FieldsProps) {
  return (
    <>
      <InputField
        form={form}
        name="url"
        label="URL"
        description="The path /loki/api/v1/push is added unless it is there."
        {...CODE}
      />
      <InputField form={form} name="username" label="Username" aside="optional" {...CODE} />
      <Secret form={form} isNew={isNew} name="password" label="Password" aside="optional" />
      <Headers form={form} isNew={isNew} />
    </>
  )
}

function Datadog({ form, isNew }: FieldsProps) {
  return (
    <>
      <FormField form={form} name="region" label="Region">
        {(attributes, value, change) => (
          <Select
            {...attributes}
            value={value}
            options={DATADOG_REGIONS.map((region) => ({ value: region, label: region }))}
            onValueChange={change}
          />
        )}
      </FormField>
      <Secret form={form} isNew={isNew} name="api_key" label="API key" />
    </>
  )
}

function Sentry({ form }: FieldsProps) {
  return (
    <InputField
      form={form}
      name="dsn"
      label="DSN"
      description="In Sentry, under Settings, Projects, Client Keys."
      {...CODE}
    />
  )
}

function S3({ form, isNew }: FieldsProps) {
  return (
    <>
      <InputField form={form} name="s3_bucket" label="Bucket" {...CODE} />
      <InputField form={form} name="storage_region" label="Region" {...CODE} />
      <InputField
        form={form}
        name="endpoint"
        label="Endpoint"
        aside="optional"
        description="The S3 API of another provider. Leave empty for AWS."
        {...CODE}
      />
      <InputField
        form={form}
        name="prefix"
        label="Prefix"
        aside="optional"
        description="Comes before the names of all files, such as logs/."
        {...CODE}
      />
      <InputField form={form} name="access_key_id" label="Access key ID" {...CODE} />
      <Secret form={form} isNew={isNew} name="secret_access_key" label="Secret access key" />
      <InputField
        form={form}
        name="batch_timeout"
        label="Seconds per file"
        description="How long events are collected for one file."
        inputMode="numeric"
        className="max-w-24"
      />
    </>
  )
}

function Syslog({ form }: FieldsProps) {
  return (
    <>
      <InputField form={form} name="host" label="Host" {...CODE} />
      <InputField
        form={form}
        name="port"
        label="Port"
        inputMode="numeric"
        className="max-w-24 font-mono text-xs"
      />
      <Toggle label="TLS" description="Encrypts the connection and checks the certificate.">
        {(control) => (
          <Switch
            {...control}
            checked={form.values.tls}
            onCheckedChange={(tls) => form.change({ tls })}
          />
        )}
      </Toggle>
      {form.values.tls && (
        <FormField
          form={form}
          name="ca_cert"
          label="Certificate authority"
          aside="optional"
          description="In PEM format, if the certificate is not from a public authority."
        >
          {(attributes, value, change) => (
            <Textarea
              {...attributes}
              {...CODE}
              rows={3}
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </FormField>
      )}
    </>
  )
}

const KEPT = 'Leave empty to keep the stored value.'

type SecretProps = FieldsProps & {
  name: 'api_key' | 'password' | 'secret_access_key'
  label: string
  aside?: string
}

function Secret({ form, isNew, name, label, aside }: SecretProps) {
  return (
    <InputField
      form={form}
      name={name}
      label={label}
      aside={aside}
      description={isNew ? undefined : KEPT}
      type="password"
      className="font-mono text-xs"
      autoComplete="new-password"
    />
  )
}

function Headers({ form, isNew }: FieldsProps) {
  return (
    <FormField
      form={form}
      name="headers"
      label="Headers"
      aside="optional"
      description={`One per line, such as authorization: Bearer … ${isNew ? '' : 'A header without a value keeps the stored one.'}`.trim()}
    >
      {(attributes, value, change) => (
        <Textarea
          {...attributes}
          {...CODE}
          rows={2}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FormField>
  )
}

function Gzip({ form }: { form: FormOf<DrainValues> }) {
  return (
    <Toggle label="Compress" description="Sends the body with gzip.">
      {(control) => (
        <Switch
          {...control}
          checked={form.values.gzip}
          onCheckedChange={(gzip) => form.change({ gzip })}
        />
      )}
    </Toggle>
  )
}

/** The fields of each type of destination. */
export const DRAIN_FIELDS: Readonly<Record<LogDrainType, ComponentType<FieldsProps>>> = {
  webhook: Webhook,
  otlp: Otlp,
  loki: Loki,
  datadog: Datadog,
  sentry: Sentry,
  s3: S3,
  syslog: Syslog,
}
