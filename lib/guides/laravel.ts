import type { Guide } from './guide.ts'

export const laravel: Guide = {
  id: 'laravel',
  title: 'Laravel',
  kind: 'web',
  mark: 'L',
  color: '#d9251c',
  library: 'Socialite with kovah/laravel-socialite-oidc',
  version: '0.6.0',
  addresses: { port: 8000, redirectUri: '{{origin}}/auth/callback', afterSignOut: '{{origin}}' },
  steps: [
    {
      title: 'Install Socialite and its OpenID Connect driver',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'composer require kovah/laravel-socialite-oidc:0.6.0',
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Keep this file out of version control.',
      code: [
        {
          name: '.env',
          language: 'ini',
          code: `OIDC_BASE_URL={{issuer}}
OIDC_CLIENT_ID={{clientId}}
OIDC_CLIENT_SECRET={{secret}}
OIDC_REDIRECT_URI={{redirectUri}}`,
        },
        {
          name: 'config/services.php',
          language: 'php',
          code: `'oidc' => [
    'base_url' => env('OIDC_BASE_URL'),
    'client_id' => env('OIDC_CLIENT_ID'),
    'client_secret' => env('OIDC_CLIENT_SECRET'),
    'redirect' => env('OIDC_REDIRECT_URI'),
],`,
        },
      ],
    },
    {
      title: 'Add the driver and two routes',
      text: 'PKCE is off in Socialite until enablePKCE is called, for the way there and back.',
      code: [
        {
          name: 'app/Providers/AppServiceProvider.php',
          language: 'php',
          code: `public function boot(): void
{
    \\Illuminate\\Support\\Facades\\Event::listen(function (\\SocialiteProviders\\Manager\\SocialiteWasCalled $event) {
        $event->extendSocialite('oidc', \\SocialiteProviders\\OIDC\\Provider::class);
    });
}`,
        },
        {
          name: 'routes/web.php',
          language: 'php',
          code: `use Illuminate\\Support\\Facades\\Auth;
use Illuminate\\Support\\Facades\\Route;
use Laravel\\Socialite\\Facades\\Socialite;

Route::get('/auth/redirect', fn () =>
    Socialite::driver('oidc')->enablePKCE()->scopes(['openid', 'profile', 'email'])->redirect()
)->name('login');

Route::get('/auth/callback', function () {
    $person = Socialite::driver('oidc')->enablePKCE()->user();
    $user = App\\Models\\User::where('subject', $person->getId())->first() ?? new App\\Models\\User;
    $user->forceFill([
        'subject' => $person->getId(),
        'name' => $person->getName() ?? $person->getEmail(),
        'email' => $person->getEmail(),
    ])->save();
    Auth::login($user);
    return redirect('/');
});`,
        },
      ],
    },
    {
      title: 'Keep the user ID',
      text: 'The column subject keeps the user ID, which never changes. There is no password here. Make a migration with these columns, then run it with php artisan migrate.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: 'php artisan make:migration add_subject_to_users_table',
        },
        {
          name: 'database/migrations/…_add_subject_to_users_table.php',
          language: 'php',
          code: `public function up(): void
{
    Schema::table('users', function (Blueprint $table) {
        $table->string('subject')->nullable()->unique();
        $table->string('password')->nullable()->change();
    });
}`,
        },
      ],
    },
    {
      title: 'Protect a page',
      text: 'The middleware sends people to sign in when they aren’t.',
      code: [
        {
          name: 'routes/web.php',
          language: 'php',
          code: `Route::get('/private', fn () => 'Hello '.Auth::user()->email)->middleware('auth');`,
        },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'The server’s sign-out ends its session as well. It asks first, because no ID token proves who asks.',
      code: [
        {
          name: 'routes/web.php',
          language: 'php',
          code: `Route::post('/sign-out', function () {
    Auth::logout();
    session()->invalidate();
    return redirect()->away(config('services.oidc.base_url').'/auth/logout?'.http_build_query([
        'client_id' => config('services.oidc.client_id'),
        'post_logout_redirect_uri' => url('/'),
    ]));
});`,
        },
      ],
    },
  ],
  behindProxy:
    "In bootstrap/app.php: $middleware->trustProxies(at: '10.0.0.0/8'), with the address of your proxy.",
}
