// The reel strips of Scarab Codex: base game and free games, for each reel set. Must never hold
// pays: they are the same under every reel set.

import type { PerReelSet } from '../../../core/reel-set.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = 'CPSFNAKQJT'

/**
 * Top to bottom, 27 to 36 stops. In the base game symbols come in twos and threes, so that lines
 * win together and wins up to 200 bets come without the feature; in free games no window shows a
 * symbol twice, so that the special one shows on many reels.
 */
export const STRIPS: PerReelSet<Record<'base' | 'free', readonly string[]>> = {
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
