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
      description="Each request carries a key, which says what program asks, and for people who have signed in a token, which says who they are. Row level security decides what they see."
    >
      <dl className="grid gap-4 border-y py-4 sm:grid-cols-2">
        <div>
          <dt className="font-medium">Publishable key</dt>
          <dd className="mt-1 text-muted">
            For browsers and apps. Acts as the role <code>anon</code>, or as{' '}
            <code>authenticated</code> once somebody has signed in. Policies hold.
          </dd>
        </div>
        <div>
          <dt className="font-medium">Secret key</dt>
          <dd className="mt-1 text-muted">
            For servers of your own. Acts as <code>service_role</code>, which no policy holds back.
            Browsers are refused with it.
          </dd>
        </div>
      </dl>
      <SampleGroup title="People">
        <SampleSection
          id="sign-up"
          title="Sign up"
          text="Makes an account with an address and a password."
          label="Sign up"
          code={signUpSample(target)[language]}
        />
        <SampleSection
          id="sign-in"
          title="Sign in"
          text={
            language === 'curl'
              ? 'Answers with an access token for the next requests and a refresh token for when it has ended.'
              : 'The client keeps the tokens, renews them and sends them with every request from here on.'
          }
          label="Sign in"
          code={signInSample(target)[language]}
        />
        <SampleSection
          id="user"
          title="Who is signed in"
          text="The account that the access token stands for."
          label="Who is signed in"
          code={userSample(target)[language]}
        />
      </SampleGroup>
    </DocsPage>
  )
}
