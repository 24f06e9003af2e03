import type { Guide } from './guide.ts'

export const aspnet: Guide = {
  id: 'aspnet',
  title: 'ASP.NET Core',
  kind: 'web',
  mark: '.N',
  color: '#5c2d91',
  library: 'Microsoft.AspNetCore.Authentication.OpenIdConnect',
  version: '10.0.15',
  addresses: {
    port: 5000,
    redirectUri: '{{origin}}/signin-oidc',
    afterSignOut: '{{origin}}/signout-callback-oidc',
  },
  steps: [
    {
      title: 'Install the package',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect --version 10.0.15',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'User secrets stay out of version control.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: `dotnet user-secrets init
dotnet user-secrets set Oidc:Authority '{{issuer}}'
dotnet user-secrets set Oidc:ClientId '{{clientId}}'
dotnet user-secrets set Oidc:ClientSecret '{{secret}}'`,
        },
      ],
    },
    {
      title: 'Protect your pages, and sign out here too',
      text: 'PKCE is on by itself. The sign-out ends the session of the app and of the server.',
      code: [
        {
          name: 'Program.cs',
          language: 'csharp',
          code: `using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddAuthorization();
builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = builder.Configuration["Oidc:Authority"];
        options.ClientId = builder.Configuration["Oidc:ClientId"];
        options.ClientSecret = builder.Configuration["Oidc:ClientSecret"];
        options.ResponseType = "code";
        options.ResponseMode = "query";
        options.MapInboundClaims = false;
        options.SaveTokens = true;
        options.Scope.Add("email");
{{http}}        options.RequireHttpsMetadata = false; // The issuer is http: on this computer only.
    });

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/", (HttpContext context) => "Hello " + context.User.FindFirst("email")?.Value)
    .RequireAuthorization();
app.MapPost("/sign-out", () => Results.SignOut(
    new AuthenticationProperties { RedirectUri = "/" },
    [CookieAuthenticationDefaults.AuthenticationScheme, OpenIdConnectDefaults.AuthenticationScheme]));
app.Run("{{origin}}");`,
        },
      ],
    },
  ],
  behindProxy:
    'Call app.UseForwardedHeaders() before app.UseAuthentication(), with XForwardedProto and XForwardedHost and the address of the proxy in KnownProxies.',
}
