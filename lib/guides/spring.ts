import type { Guide } from './guide.ts'

export const spring: Guide = {
  id: 'spring',
  title: 'Spring Boot',
  kind: 'web',
  mark: 'S',
  color: '#4b8a2a',
  library: 'Spring Security',
  version: 'Spring Boot 4.0 (Spring Security 7)',
  addresses: {
    port: 8080,
    redirectUri: '{{origin}}/login/oauth2/code/authserver',
    afterSignOut: '{{origin}}/',
  },
  steps: [
    {
      title: 'Add the starter',
      text: 'With Spring Boot 3 it is spring-boot-starter-oauth2-client, and PKCE has to be switched on: requireProofKey in the client settings of the registration, or OAuth2AuthorizationRequestCustomizers.withPkce().',
      code: [
        {
          name: 'build.gradle',
          language: 'groovy',
          code: `dependencies {
  implementation 'org.springframework.boot:spring-boot-starter-webmvc'
  implementation 'org.springframework.boot:spring-boot-starter-security-oauth2-client'
}`,
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Pass the secret in the environment: keep it out of version control.',
      code: [
        {
          name: 'src/main/resources/application.yml',
          language: 'yaml',
          code: `spring:
  security:
    oauth2:
      client:
        registration:
          authserver:
            client-id: {{clientId}}
            client-secret: \${CLIENT_SECRET}
            scope: openid,profile,email
        provider:
          authserver:
            issuer-uri: {{issuer}}`,
        },
        {
          name: 'Terminal',
          language: 'shell',
          code: `CLIENT_SECRET='{{secret}}' ./gradlew bootRun`,
        },
      ],
    },
    {
      title: 'Protect your pages, and sign out here too',
      text: 'Every page asks for a sign-in. A POST to /logout ends the session of the app and of the server.',
      code: [
        {
          name: 'src/main/java/com/example/SecurityConfig.java',
          language: 'java',
          code: `package com.example;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfig {
  @Bean
  SecurityFilterChain chain(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri("{baseUrl}/");
    return http
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2Login(Customizer.withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }
}`,
        },
      ],
    },
    {
      title: 'Know who is signed in',
      code: [
        {
          name: 'src/main/java/com/example/HomeController.java',
          language: 'java',
          code: `package com.example;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HomeController {
  @GetMapping("/")
  String home(@AuthenticationPrincipal OidcUser user) {
    return "Hello " + user.getEmail();
  }
}`,
        },
      ],
    },
  ],
  behindProxy:
    'Set server.forward-headers-strategy=framework, and let the proxy send X-Forwarded-Proto.',
}
