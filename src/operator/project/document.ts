// The project's own settings, as operators read them.

import type { OperatorCapability } from '../capability.ts'
import { ProjectGetAnswer, ProjectGetRequest } from './schema.ts'

export const PROJECT: OperatorCapability = {
  parts: { Project: ProjectGetAnswer.properties.project, ProjectGetAnswer },
  methods: [
    {
      name: 'project_get',
      summary: 'What is set for your project',
      description:
        "Ours. Settings that the platform's owner made for the calling project, as the node " +
        'applies them. It contains no key. Only the owner changes them.',
      request: ProjectGetRequest,
      answer: ProjectGetAnswer,
      errors: [],
      examples: {
        request: {},
        answer: {
          project: {
            project_id: 'casino',
            wallet_url: 'https://wallet.example.com/reelhouse',
            allowed_networks: ['203.0.113.0/24'],
            default_language: 'en',
            signed_calls: false,
            client_certificate: false,
            final_refusals: true,
            bet_cancel: { after_s: 600, attempts: 600 },
            decision_deadline_minutes: null,
            calls_per_minute: { launch: 1200, actions: 600, reports: 120 },
            project_limits: [
              { scope: 'default', currency: 'EUR', min_minor: '20', max_minor: '10000' },
            ],
            game_limits: [],
            provider_rtp: [
              { provider: 'provider_a', bps: 9450 },
              { provider: 'provider_b', bps: null },
              { provider: 'provider_c', bps: null },
            ],
            disabled: ['mode:buy'],
            frame_ancestors: ['https://casino.example.com'],
            lobby_url: null,
          },
        },
      },
    },
  ],
}
