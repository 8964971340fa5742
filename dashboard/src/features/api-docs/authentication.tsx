import { useDocs } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'
import { signInSample, signUpSample, userSample } from './samples/start-samples.ts'

/** Explains which key to use where, and how users sign in. */
export function Authentication() {
  const { language, target } = useDocs()
  return (
    <DocsPage
      title="Authentication"
      description="Each request sends an API key. Requests of signed-in users also send an access token. Row level security policies decide which rows the request can access."
    >
      <dl className="grid gap-4 border-y py-4 sm:grid-cols-2">
        <div>
          <dt className="font-medium">Publishable key</dt>
          <dd className="mt-1 text-muted">
            For browsers and apps. Acts as the role <code>anon</code>, or as{' '}
            <code>authenticated</code> once a user has signed in. Policies apply.
          </dd>
        </div>
        <div>
          <dt className="font-medium">Secret key</dt>
          <dd className="mt-1 text-muted">
            For your servers only. Acts as <code>service_role</code>, which bypasses row level
            security. Requests from browsers are rejected.
          </dd>
        </div>
      </dl>
      <SampleGroup title="Users">
        <SampleSection
          id="sign-up"
          title="Sign up"
          text="Creates a user with an email address and a password."
          label="Sign up"
          code={signUpSample(target)[language]}
        />
        <SampleSection
          id="sign-in"
          title="Sign in"
          text={
            language === 'curl'
              ? 'Returns an access token for later requests and a refresh token to renew it.'
              : 'The client stores and renews the tokens, and sends them with every later request.'
          }
          label="Sign in"
          code={signInSample(target)[language]}
        />
        <SampleSection
          id="user"
          title="Get the signed-in user"
          text="Returns the user of the access token."
          label="Get the signed-in user"
          code={userSample(target)[language]}
        />
      </SampleGroup>
    </DocsPage>
  )
}
