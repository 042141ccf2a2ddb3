// The reel strips of Scarab Codex: base game and free games, for each reel set. Must never hold
// pays: they are the same under every reel set.

import type { ReelSet } from '../../../core/reel-set.ts'

export interface Strips {
  base: readonly string[]
  free: readonly string[]
}

/**
 * Top to bottom, 27 to 36 stops. In the base game symbols come in twos and threes, so that lines
 * win together and wins up to 200 bets come without the feature; in free games no window shows a
 * symbol twice, so that the special one shows on many reels.
 */
export const STRIPS: Readonly<Record<ReelSet, Strips>> = {
  natural: {
    base: [
      'JJQQAASSJJQQATTPKKNNTTAAJQQTTKKFFC',
      'AAJQPPKAAJTNNCJAATFFQTKKQSSJKKQNN',
      'AFFQJJCNNNKKSSSPPTTQJJTTKKAAQTTJJQ',
      'KJJFFFTQNNJJQAAKKTTAJJQPPKKCSSQTT',
      'AAJCQSSAANNTTFFJJTTQJJNNQKTTPPFFKK',
    ],
    free: [
      'QNSFACFSJKPSTJSTQNKPFKAQJANT',
      'QPAJFTJSTAJKTSFPANQKCSNKQSF',
      'TQAFKNJPSAFTSJFNQTNSCJKAQKSP',
      'KTSAQJNKQPSJAFQTJFNTSJATKPC',
      'KCNFAQPAFSQTPKJNKTFJQSKTASNJ',
    ],
  },
  low: {
    base: [
      'KKAATSKQQJCAAJJKKFQQTAAKKTAAQQJJTPN',
      'NTTCJTTQQJJFAATJJKKQQPTTJJQQSTTJJQQ',
      'QJKQATJNNNKKFFSSQCSSAANNNKKJPQAATFF',
      'TTNNKKTTJAASSTNNFFJTTQFFPPPTTCKSSAQ',
      'JKKQSSTAAPPPKKNNNJAACQNNNSSJFFATQFF',
    ],
    free: [
      'TQCTSJQTJQNPJQTJQTAJTKQTJQTJQFAKJTQJ',
      'JQANKAQKJQKATJAKJAQFATKQJPTAKQTKCSA',
      'TPAQNASJFKPSJNASKAQCNPQKNTSFNJFNKAQF',
      'SQNPCNKASFNJTQASFJKNAFQKPJTKNFSPKQA',
      'NPTKPANTSFTNJTSFTJCFQKFTQJATSNATKPST',
    ],
  },
  high: {
    base: [
      'KKAASSNNCKKJTNNAAPPQQJAAQTKJQQTFFJ',
      'TTKKSSCAQQJJAATTFFJJQQNNPPJJTTKQQ',
      'AATTQKKJPPSSQKTJQAAJNNAATTQKKFFFJC',
      'SSQTTNNJJKCAAKKJJTTQPPTTFFNNQAAJJ',
      'TFFQKKAAQJNNTTQAJNNSSSQKKTTJCFFPPP',
    ],
    free: [
      'FKTSQFPJSANSTNQJFKASCAQKNPJT',
      'FQKJSNTASTKSJTFQPAQKAJFCSPN',
      'KJCFJTAPKFNQSFNSJTSQANPTKQAS',
      'JAKQSPQFKNSTAJKSFQNTAJPSTFC',
      'AFPNFJPNSFNSQATNQSTCKJTKJAKQ',
    ],
  },
}
