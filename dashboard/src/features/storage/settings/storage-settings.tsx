import {
  storageSettings,
  type StorageSettings as Settings,
} from '@stoa/contract/services/storage/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SizeField } from '../size-field.tsx'
import { S3Section } from './s3-section.tsx'

export function StorageSettings({ projectRef }: { projectRef: string }) {
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={storagePage}
      below={<S3Section projectRef={projectRef} />}
    />
  )
}

/** The storage settings page. */
export const storagePage: SettingsDeclaration<Settings> = {
  section: storageSettings,
  product: 'storage',
  title: 'Settings',
  description: 'Upload limit, image transformation, and S3 access.',
  subject: 'storage',
  change: 'project:update',
  parts: [
    {
      title: 'Uploads',
      fields: [
        {
          name: 'file_size_limit',
          control: 'custom',
          label: 'Maximum file size',
          inSentence: 'maximum file size',
          show: ({ label, value, disabled, error, onValueChange }) => (
            <SizeField
              label={label}
              description="Applies to every bucket. A bucket can have a lower limit of its own."
              initial={value}
              disabled={disabled}
              error={error && 'Enter a size between 1 byte and 500 GB.'}
              onValueChange={(bytes) => onValueChange(bytes ?? NaN)}
            />
          ),
        },
      ],
    },
    {
      title: 'Features',
      fields: [
        {
          name: 'image_transformation_enabled',
          control: 'switch',
          label: 'Image transformation',
          help: 'Clients can request images in another size, quality, or format.',
          inSentence: 'image transformation',
        },
        {
          name: 's3_protocol_enabled',
          control: 'switch',
          label: 'S3 protocol',
          help: 'S3 clients can connect with an access key. When off, their requests are rejected.',
          inSentence: 'S3 protocol',
        },
      ],
    },
  ],
}
