/** The services that an installation can use, and their purposes. */
export type ServiceCategory = {
  readonly slug: string
  readonly label: string
  readonly description: string
  readonly isEssential: boolean
  readonly services: readonly { readonly id: string; readonly name: string }[]
}

const essential: ServiceCategory = {
  slug: 'essential',
  label: 'Essential',
  description: 'Required for the dashboard to work. Stored in this browser only.',
  isEssential: true,
  services: [
    { id: 'session', name: 'Sign-in session' },
    { id: 'theme', name: 'Theme and layout' },
  ],
}

const telemetry: ServiceCategory = {
  slug: 'telemetry',
  label: 'Usage',
  description:
    'Which pages and features are used, without your name. Kept on this installation for 90 days.',
  isEssential: false,
  services: [{ id: 'usage-events', name: 'Usage events' }],
}

/** The categories of the services that this installation uses. */
export const categoriesOf = (installation: { telemetry?: boolean | undefined }) =>
  installation.telemetry ? [essential, telemetry] : [essential]
