import type { Guide } from './guide.ts'

export const rails: Guide = {
  id: 'rails',
  title: 'Rails',
  kind: 'web',
  mark: 'R',
  color: '#b3201b',
  library: 'omniauth_openid_connect',
  version: '0.8.0',
  addresses: {
    port: 3000,
    redirectUri: '{{origin}}/auth/openid_connect/callback',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Install the gems',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'bundle add omniauth_openid_connect --version 0.8.0\nbundle add omniauth-rails_csrf_protection',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Pass the secret in the environment: keep it out of version control. PKCE is off in the library until the option is there.',
      code: [
        {
          name: 'config/initializers/omniauth.rb',
          language: 'ruby',
          code: `{{http}}SWD.url_builder = URI::HTTP # The issuer is http: on this computer only.
Rails.application.config.middleware.use OmniAuth::Builder do
  provider :openid_connect,
           issuer: '{{issuer}}',
           discovery: true,
           response_type: :code,
           scope: %i[openid profile email],
           pkce: true,
           client_options: {
             identifier: '{{clientId}}',
             secret: ENV.fetch('OIDC_CLIENT_SECRET'),
             redirect_uri: '{{redirectUri}}'
           }
end`,
        },
        {
          name: 'Terminal',
          language: 'shell',
          code: `OIDC_CLIENT_SECRET='{{secret}}' bin/rails server`,
        },
      ],
    },
    {
      title: 'Receive people, and protect a page',
      text: 'Sign people in with a button on your start page: button_to "Sign in", "/auth/openid_connect", data: { turbo: false }.',
      code: [
        {
          name: 'config/routes.rb',
          language: 'ruby',
          code: `get '/auth/openid_connect/callback', to: 'sessions#create'
delete '/sign-out', to: 'sessions#destroy'
get '/members', to: 'members#show'`,
        },
        {
          name: 'app/controllers/sessions_controller.rb',
          language: 'ruby',
          code: `class SessionsController < ApplicationController
  def create
    person = request.env['omniauth.auth']
    reset_session
    session[:subject] = person.uid
    session[:email] = person.info.email
    session[:id_token] = person.credentials.id_token
    redirect_to root_path
  end
end`,
        },
        {
          name: 'app/controllers/members_controller.rb',
          language: 'ruby',
          code: `class MembersController < ApplicationController
  before_action { redirect_to root_path unless session[:subject] }

  def show
    render plain: "Hello #{session[:email]}"
  end
end`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'The server’s sign-out ends its session as well: otherwise the next sign-in needs no password.',
      code: [
        {
          name: 'app/controllers/sessions_controller.rb',
          language: 'ruby',
          code: `def destroy
  values = { id_token_hint: session[:id_token], post_logout_redirect_uri: root_url }
  reset_session
  redirect_to "{{issuer}}/auth/logout?#{values.to_query}", allow_other_host: true, status: :see_other
end`,
        },
      ],
    },
  ],
  behindProxy: 'Set config.assume_ssl = true in config/environments/production.rb.',
}
